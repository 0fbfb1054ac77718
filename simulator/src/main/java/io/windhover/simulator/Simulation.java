package io.windhover.simulator;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Drives a policy through a story in virtual time. */
public final class Simulation {
  /** Sees every step, for logs, pictures and checks. */
  @FunctionalInterface
  public interface Observer {
    void stepped(Batch batch, Decision decision, World world);
  }

  /**
   * The modelled surroundings.
   *
   * @param launchMillis how long a rented machine takes to be ready, or a refusal to be heard
   * @param refusesLaunches whether nothing can be rented, whatever the offers say
   * @param stepsMax a story that takes more steps than this has gone wrong
   */
  public record Settings(
      List<Offer> offers, long launchMillis, boolean refusesLaunches, long stepsMax) {
    public static final Settings DEFAULT = new Settings(List.of(), 60_000, false, 100_000_000);
  }

  private final Settings settings;
  private final Story story;
  private final Scheduler scheduler;
  private final Observer observer;
  private final PriorityQueue<Due> agenda = new PriorityQueue<>();
  private final Map<String, Integer> idByName = new LinkedHashMap<>();
  private final Map<AttemptId, Due> ends = new LinkedHashMap<>();

  /** The ends of frozen attempts, and how far off each was when its machine froze. */
  private final Map<AttemptId, Due> frozenEnds = new LinkedHashMap<>();

  private long entries;
  private long nowMillis;
  private int newcomers;

  public Simulation(Policy policy, Story story, Settings settings, Observer observer) {
    this.settings = settings;
    this.story = story;
    this.scheduler = new Scheduler(policy, settings.offers());
    this.observer = observer;
  }

  /** Lives through the whole story; answers the world as it is when nothing more will happen. */
  public World run() {
    story.happenings().forEach(h -> put(h.atMillis(), h));
    World world = scheduler.world();
    while (!agenda.isEmpty()) {
      if (world.sequence() >= settings.stepsMax()) {
        throw new IllegalStateException("not over after " + settings.stepsMax() + " steps");
      }
      nowMillis = agenda.element().atMillis;
      newcomers = 0;
      List<Event> events = new ArrayList<>();
      while (!agenda.isEmpty() && agenda.element().atMillis == nowMillis) {
        Due due = agenda.remove();
        if (!due.struck) {
          happen(due.what, events);
        }
      }
      if (!events.isEmpty()) {
        step(new Batch(world.sequence() + 1, nowMillis, events));
      }
    }
    return world;
  }

  private void step(Batch batch) {
    Decision decision = scheduler.step(batch);
    decision.actions().forEach(this::perform);
    observer.stepped(batch, decision, scheduler.world());
  }

  private void happen(Object what, List<Event> events) {
    World world = scheduler.world();
    if (what instanceof Event event) {
      if (event instanceof Event.AttemptChange change && isEnd(change)) {
        ends.remove(change.attempt());
      }
      events.add(event);
    } else if (what instanceof Happening.JobArrives arrives) {
      long before = events.stream().filter(e -> e instanceof Event.JobSubmitted).count();
      events.add(new Event.JobSubmitted(world.nextJobId() + (int) before, arrives.spec()));
    } else if (what instanceof Happening.JobIsCancelled cancelled) {
      if (world.hasJob(cancelled.job())) {
        events.add(new Event.JobCancelled(cancelled.job()));
      }
    } else if (what instanceof Happening.JobIsRetried retried) {
      if (world.hasJob(retried.job())) {
        events.add(new Event.RetryRequested(retried.job(), retried.failedToo()));
      }
    } else if (what instanceof Happening.MachineAppears appears) {
      int id = world.nextMachineId() + newcomers++;
      idByName.put(appears.spec().name(), id);
      events.add(new Event.MachineReady(id, appears.spec()));
    } else if (what instanceof Happening.MachineVanishes vanishes) {
      vanish(vanishes.name(), events);
    } else if (what instanceof Happening.MachineChanges changes) {
      change(changes, events);
    }
  }

  private void change(Happening.MachineChanges changes, List<Event> events) {
    Integer id = idByName.get(changes.name());
    if (id == null) {
      return;
    }
    if (changes instanceof Happening.MachineFreezes) {
      scheduler.world().machine(id).ifPresent(this::freezeEnds);
      events.add(new Event.MachineHibernated(id));
    } else if (changes instanceof Happening.MachineThaws) {
      scheduler.world().machine(id).ifPresent(this::thawEnds);
      events.add(new Event.MachineResumed(id));
    } else if (changes instanceof Happening.MachineIsResized resized) {
      events.add(new Event.MachineResized(id, resized.cores(), resized.memoryBytes()));
    } else if (changes instanceof Happening.MachineIsNoticed noticed) {
      events.add(new Event.MachineNotice(id, noticed.lostAtMillis()));
    }
  }

  private void freezeEnds(Machine machine) {
    for (Attempt attempt : machine.attempts()) {
      Due end = ends.remove(attempt.id());
      if (end != null) {
        end.struck = true;
        frozenEnds.put(attempt.id(), new Due(end.atMillis - nowMillis, 0, end.what));
      }
    }
  }

  private void thawEnds(Machine machine) {
    for (Attempt attempt : machine.attempts()) {
      Due end = frozenEnds.remove(attempt.id());
      if (end != null) {
        ends.put(attempt.id(), put(nowMillis + end.atMillis, end.what));
      }
    }
  }

  private static boolean isEnd(Event.AttemptChange change) {
    return change instanceof Event.AttemptFinished || change instanceof Event.AttemptFailed;
  }

  private void vanish(String name, List<Event> events) {
    Integer id = idByName.remove(name);
    if (id != null) {
      scheduler.world().machine(id).ifPresent(this::strikeEnds);
      events.add(new Event.MachineLost(id, "gone"));
    }
  }

  /** What was going to end on this machine no longer will. */
  private void strikeEnds(Machine machine) {
    for (Attempt attempt : machine.attempts()) {
      strikeEnd(attempt.id());
    }
  }

  private void strikeEnd(AttemptId attempt) {
    frozenEnds.remove(attempt);
    Due end = ends.remove(attempt);
    if (end != null) {
      end.struck = true;
    }
  }

  private void perform(Action action) {
    if (action instanceof Action.Assign assign) {
      // It may be gone again: stopped, or its machine released, later in the same decision.
      scheduler.world().attempt(assign.attempt()).ifPresent(this::start);
    } else if (action instanceof Action.Stop stop) {
      strikeEnd(stop.attempt());
      put(nowMillis, new Event.AttemptFailed(stop.attempt(), new Failure.Stopped(), 0));
    } else if (action instanceof Action.WakeAt wake) {
      put(wake.atMillis(), new Event.TimerFired(wake.atMillis()));
    } else if (action instanceof Action.Launch launch) {
      scheduler.world().machine(launch.machine()).ifPresent(this::launch);
    }
  }

  private void launch(Machine machine) {
    put(
        nowMillis + settings.launchMillis(),
        settings.refusesLaunches()
            ? new Event.LaunchRefused(machine.id(), "no capacity")
            : new Event.MachineReady(machine.id(), machine.spec()));
  }

  private void start(Attempt attempt) {
    Fate.Outcome outcome =
        story.fate().of(attempt.id(), attempt.group().spec(), attempt.machine().spec());
    put(nowMillis, new Event.AttemptStarted(attempt.id()));
    Event end =
        outcome.exitCode() == 0
            ? new Event.AttemptFinished(attempt.id(), outcome.runMillis())
            : new Event.AttemptFailed(
                attempt.id(), new Failure.Exited(outcome.exitCode()), outcome.runMillis());
    ends.put(attempt.id(), put(nowMillis + outcome.runMillis(), end));
  }

  private Due put(long atMillis, Object what) {
    Due due = new Due(atMillis, entries++, what);
    agenda.add(due);
    return due;
  }

  /** An entry of the agenda; things due at one instant keep the order in which they were put. */
  private static final class Due implements Comparable<Due> {
    final long atMillis;
    final long order;
    final Object what;
    boolean struck;

    Due(long atMillis, long order, Object what) {
      this.atMillis = atMillis;
      this.order = order;
      this.what = what;
    }

    @Override
    public int compareTo(Due other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : Long.compare(order, other.order);
    }
  }
}
