package io.windhover.app.simulate;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import io.windhover.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what became of attempts, notes the size of every machine from moment to moment, and what
 * all had cost when the last job was done.
 */
final class HarvestMeter implements Simulation.Observer {
  private static final class Live {
    final int machine;
    final int cores;
    final long sinceMillis;
    long safeMillis;

    Live(Attempt attempt, long nowMillis) {
      machine = attempt.machine().id();
      cores = attempt.group().spec().need().cores();
      sinceMillis = nowMillis;
      safeMillis = nowMillis;
    }
  }

  private static final class Sizes {
    final String name;
    final List<Step> steps = new ArrayList<>();

    Sizes(String name) {
      this.name = name;
    }

    /** What is told twice at one instant ends as it was told last. */
    void note(int cores, long nowMillis) {
      int last = steps.size() - 1;
      if (last >= 0 && steps.get(last).atMillis() == nowMillis) {
        steps.remove(last);
      }
      if (steps.isEmpty() ? cores > 0 : steps.get(steps.size() - 1).cores() != cores) {
        steps.add(new Step(nowMillis, cores));
      }
    }
  }

  private final int jobs;
  private final Map<AttemptId, Live> live = new TreeMap<>();
  private final Map<Integer, Sizes> sizes = new TreeMap<>();
  private int come;
  private long doneMillis = -1;
  private long doneNanos;

  int attempts;
  int killed;
  int evictions;
  long usedCoreMillis;
  long wastedCoreMillis;

  HarvestMeter(int jobs) {
    this.jobs = jobs;
  }

  /** The machines that were there, in the order in which they came. */
  List<SeenMachine> machines() {
    List<SeenMachine> all = new ArrayList<>();
    sizes.forEach((id, one) -> all.add(new SeenMachine(id, one.name, one.steps)));
    return all;
  }

  /** When the last job was over; now, when one is not. */
  long doneMillis(World world) {
    return doneMillis < 0 ? world.nowMillis() : doneMillis;
  }

  long doneNanos(World world) {
    return doneMillis < 0 ? world.spentNanos() : doneNanos;
  }

  @Override
  public void stepped(Batch batch, Decision decision, World world) {
    for (Event event : batch.events()) {
      note(event, batch.atMillis(), world);
    }
    for (Action action : decision.actions()) {
      if (action instanceof Action.Assign assign) {
        world
            .attempt(assign.attempt())
            .ifPresent(
                attempt -> {
                  attempts++;
                  live.put(attempt.id(), new Live(attempt, batch.atMillis()));
                });
      } else if (action instanceof Action.Release release) {
        resized(release.machine(), 0, batch.atMillis());
      }
    }
    if (doneMillis < 0 && come == jobs && world.liveJobs().isEmpty()) {
      doneMillis = batch.atMillis();
      doneNanos = world.spentNanos();
    }
  }

  private void note(Event event, long now, World world) {
    if (event instanceof Event.JobSubmitted) {
      come++;
    } else if (event instanceof MachineChange.Ready ready) {
      boolean rented = world.machine(ready.machine()).filter(m -> !m.offer().isEmpty()).isPresent();
      String name = rented ? "m" + ready.machine() : ready.spec().name();
      sizes.computeIfAbsent(ready.machine(), id -> new Sizes(name)).note(ready.spec().cores(), now);
    } else if (event instanceof MachineChange.Resized resized) {
      resized(resized.machine(), resized.cores(), now);
    } else if (event instanceof MachineChange.Lost lost) {
      evicted(lost.machine(), now);
    } else if (event instanceof Event.AttemptCheckpointed checkpointed) {
      Live attempt = live.get(checkpointed.attempt());
      if (attempt != null) {
        attempt.safeMillis = now;
      }
    } else if (event instanceof Event.AttemptFinished finished) {
      end(finished.attempt(), true, now);
    } else if (event instanceof Event.AttemptFailed failed) {
      if (end(failed.attempt(), false, now)) {
        killed += failed.failure() instanceof Failure.NoRoom ? 1 : 0;
      }
    }
  }

  private void resized(int machine, int cores, long now) {
    Sizes one = sizes.get(machine);
    if (one != null) {
      one.note(cores, now);
    }
  }

  /** What ended at that instant has ended; the batch tells of ends first. */
  private void evicted(int machine, long now) {
    evictions += doneMillis < 0 ? 1 : 0;
    resized(machine, 0, now);
    List<AttemptId> there = new ArrayList<>();
    live.forEach(
        (id, attempt) -> {
          if (attempt.machine == machine) {
            there.add(id);
          }
        });
    for (AttemptId id : there) {
      killed += end(id, false, now) ? 1 : 0;
    }
  }

  private boolean end(AttemptId id, boolean finished, long now) {
    Live attempt = live.remove(id);
    if (attempt == null) {
      return false;
    }
    usedCoreMillis += attempt.cores * (now - attempt.sinceMillis);
    wastedCoreMillis += finished ? 0 : attempt.cores * (now - attempt.safeMillis);
    return true;
  }
}
