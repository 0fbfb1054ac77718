package io.windhover.simulator.testkit;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.World;
import io.windhover.simulator.Simulation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Keeps its own simple account of a run from events and actions alone, and complains when an action
 * contradicts it. It shares no code with the world and the guard, so that a mistake there is not
 * made here as well.
 */
public final class Watcher implements Simulation.Observer {
  private enum Mode {
    ASKED_FOR,
    UP,
    FROZEN
  }

  private static final class Box {
    Mode mode = Mode.ASKED_FOR;
    boolean draining;
    MachineSpec spec;
    long upSinceMillis;
    long meteredMillis;
    BigDecimal harvestedCoreMillis = BigDecimal.ZERO;
    boolean wasUp;
    final Billing billing;

    Box(MachineSpec spec, Billing billing, long nowMillis) {
      this.spec = spec;
      this.billing = billing;
      this.upSinceMillis = nowMillis;
    }

    void meter(long nowMillis) {
      if (mode == Mode.UP || (mode == Mode.ASKED_FOR && billing.fromRequest())) {
        meteredMillis += nowMillis - upSinceMillis;
      }
      if (mode == Mode.UP && spec.minimumCores() > 0) {
        long beyond = Math.max(0, spec.cores() - spec.minimumCores());
        harvestedCoreMillis =
            harvestedCoreMillis.add(BigDecimal.valueOf(beyond * (nowMillis - upSinceMillis)));
      }
      upSinceMillis = nowMillis;
    }
  }

  private final int liveAttemptsMax;
  private final Map<Integer, Box> boxes = new TreeMap<>();
  private final Map<AttemptId, Integer> boxOf = new TreeMap<>();
  private final Map<Integer, JobSpec> jobs = new TreeMap<>();
  private final Set<TaskId> succeeded = new TreeSet<>();
  private final Set<AttemptId> everAssigned = new TreeSet<>();
  private BigDecimal endedLeases = BigDecimal.ZERO;
  private int machinesSeen;

  public Watcher(int liveAttemptsMax) {
    this.liveAttemptsMax = liveAttemptsMax;
  }

  @Override
  public void stepped(Batch batch, Decision decision, World world) {
    long now = batch.atMillis();
    batch.events().forEach(event -> note(event, now));
    decision.actions().forEach(action -> judge(action, world, now));
    BigDecimal leases = spent(now);
    if (leases.compareTo(BigDecimal.valueOf(world.spentNanos())) != 0) {
      throw new AssertionError(
          "at " + now + " ms spent " + world.spentNanos() + ", but the leases make " + leases);
    }
  }

  private void note(Event event, long now) {
    if (event instanceof Event.JobSubmitted submitted) {
      jobs.put(submitted.job(), submitted.spec());
    } else if (event instanceof Event.JobAmended amended) {
      amended(amended);
    } else if (event instanceof Event.AttemptFinished finished) {
      if (boxOf.remove(finished.attempt()) != null) {
        succeeded.add(finished.attempt().task());
      }
    } else if (event instanceof Event.AttemptFailed failed) {
      boxOf.remove(failed.attempt());
    } else if (event instanceof MachineChange.Ready ready) {
      if (ready.machine() > machinesSeen) {
        machinesSeen = ready.machine();
        boxes.put(ready.machine(), new Box(ready.spec(), Billing.BY_USE, now));
      }
      Box box = boxes.get(ready.machine());
      if (box != null && box.mode == Mode.ASKED_FOR) {
        box.meter(now);
        box.spec = ready.spec();
        box.mode = Mode.UP;
        box.wasUp = true;
      }
    } else if (event instanceof MachineChange change) {
      note(change, now);
    }
  }

  private void note(MachineChange change, long now) {
    Box box = boxes.get(change.machine());
    if (box == null) {
      return;
    }
    if (change instanceof MachineChange.Lost) {
      end(change.machine(), now);
    } else if (change instanceof MachineChange.LaunchRefused && box.mode == Mode.ASKED_FOR) {
      boxes.remove(change.machine());
    } else if (change instanceof MachineChange.Hibernated && box.mode == Mode.UP) {
      box.meter(now);
      box.mode = Mode.FROZEN;
    } else if (change instanceof MachineChange.Resumed && box.mode == Mode.FROZEN) {
      box.meter(now);
      box.mode = Mode.UP;
    } else if (change instanceof MachineChange.Resized resized) {
      box.meter(now);
      box.spec = box.spec.resized(resized.cores(), resized.memoryBytes());
    }
  }

  private void end(int machine, long now) {
    Box box = boxes.remove(machine);
    box.meter(now);
    endedLeases = endedLeases.add(cost(box, now));
    boxOf.values().removeIf(m -> m == machine);
  }

  private void judge(Action action, World world, long now) {
    if (action instanceof Action.Assign assign) {
      judge(assign);
    } else if (action instanceof Action.Launch launch) {
      demand(launch.machine() == machinesSeen + 1, launch, "does not follow on");
      machinesSeen++;
      Offer offer = world.offer(launch.offer()).orElseThrow();
      boxes.put(launch.machine(), new Box(offer.machine(), offer.billing(), now));
    } else if (action instanceof Action.Release release) {
      demand(boxes.containsKey(release.machine()), release, "is not there");
      end(release.machine(), now);
    } else if (action instanceof Action.Drain drain) {
      boxes.get(drain.machine()).draining = true;
    } else if (action instanceof Action.Stop stop) {
      demand(boxOf.containsKey(stop.attempt()), stop, "does not run");
      if (boxes.get(boxOf.get(stop.attempt())).mode == Mode.FROZEN) {
        boxOf.remove(stop.attempt());
      }
    }
  }

  private void judge(Action.Assign assign) {
    Box box = boxes.get(assign.machine());
    demand(box != null, assign, "is lost or never came");
    demand(box.mode == Mode.UP, assign, "is not up");
    demand(!box.draining, assign, "is draining");
    demand(!succeeded.contains(assign.attempt().task()), assign, "has succeeded");
    demand(everAssigned.add(assign.attempt()), assign, "had that number before");
    boxOf.put(assign.attempt(), assign.machine());
    long live =
        boxOf.keySet().stream().filter(a -> a.task().equals(assign.attempt().task())).count();
    demand(live <= liveAttemptsMax, assign, "has too many live attempts");
    fits(assign, box);
  }

  private void fits(Action.Assign assign, Box box) {
    int cores = 0;
    long memoryBytes = 0;
    for (Map.Entry<AttemptId, Integer> entry : boxOf.entrySet()) {
      if (entry.getValue() == assign.machine()) {
        Need need = groupOf(entry.getKey().task()).need();
        cores += need.cores();
        memoryBytes += need.memoryBytes();
      }
    }
    demand(cores <= box.spec.cores(), assign, "has not the cores");
    demand(memoryBytes <= box.spec.memoryBytes(), assign, "has not the memory");
    List<String> missing = new ArrayList<>(groupOf(assign.attempt().task()).need().requires());
    missing.removeAll(box.spec.labels());
    demand(missing.isEmpty(), assign, "has not the labels");
  }

  /** What has succeeded before an edit has succeeded after it, if it is still there. */
  private void amended(Event.JobAmended amended) {
    Set<String> done = new TreeSet<>();
    names(amended.job(), (name, task) -> done.add(succeeded.contains(task) ? name : ""));
    jobs.put(amended.by(), amended.spec());
    names(
        amended.by(),
        (name, task) -> {
          if (done.contains(name)) {
            succeeded.add(task);
          }
        });
  }

  private void names(int job, BiConsumer<String, TaskId> each) {
    int number = 0;
    for (TaskGroup group : jobs.get(job).groups()) {
      for (int i = 0; i < group.count(); i++) {
        each.accept(group.name() + "/" + i, new TaskId(job, number++));
      }
    }
  }

  private TaskGroup groupOf(TaskId task) {
    int index = task.index();
    for (TaskGroup group : jobs.get(task.job()).groups()) {
      if (index < group.count()) {
        return group;
      }
      index -= group.count();
    }
    throw new AssertionError("no such task: " + task);
  }

  /** All leases so far, each rounded up to the nano-dollar by itself. */
  private BigDecimal spent(long now) {
    return boxes.values().stream().map(box -> cost(box, now)).reduce(endedLeases, BigDecimal::add);
  }

  private static BigDecimal cost(Box box, long now) {
    box.meter(now);
    if (!box.wasUp && !box.billing.fromRequest()) {
      return BigDecimal.ZERO;
    }
    long charged =
        Math.max(box.billing.minimumMillis(), box.billing.startUpMillis() + box.meteredMillis);
    long period = box.billing.periodMillis();
    if (period > 0) {
      charged = Math.max(1, (charged + period - 1) / period) * period;
    }
    return BigDecimal.valueOf(box.spec.pricePerHourNanos())
        .multiply(BigDecimal.valueOf(charged))
        .add(
            BigDecimal.valueOf(box.spec.harvestedCorePerHourNanos())
                .multiply(box.harvestedCoreMillis))
        .divide(BigDecimal.valueOf(3_600_000), 0, RoundingMode.CEILING);
  }

  /** Nothing may be left running when a story is over. */
  public void demandNothingRuns() {
    demand(boxOf.isEmpty(), boxOf, "still runs");
  }

  /** Tasks of which an attempt has finished while it counted. */
  public Set<TaskId> succeeded() {
    return succeeded;
  }

  private static void demand(boolean holds, Object subject, String wrong) {
    if (!holds) {
      throw new AssertionError(subject + ": " + wrong);
    }
  }
}
