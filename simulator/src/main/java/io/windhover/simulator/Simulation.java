package io.windhover.simulator;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

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
   * @param stepsMax a story that takes more steps than this has gone wrong
   * @param horizonMillis the story breaks off here, whatever is unfinished
   * @param killOrder who goes first when a machine has shrunk under its attempts
   * @param savesWork whether checkpoints can be written
   */
  public record Settings(
      List<Offer> offers,
      Cloud cloud,
      long stepsMax,
      long horizonMillis,
      KillOrder killOrder,
      boolean savesWork) {
    /** One in which checkpoints can be written. */
    public Settings(
        List<Offer> offers, Cloud cloud, long stepsMax, long horizonMillis, KillOrder killOrder) {
      this(offers, cloud, stepsMax, horizonMillis, killOrder, true);
    }

    public Settings(List<Offer> offers, Cloud cloud, long stepsMax, long horizonMillis) {
      this(offers, cloud, stepsMax, horizonMillis, KillOrder.NONE);
    }

    public Settings(List<Offer> offers, Cloud cloud, long stepsMax) {
      this(offers, cloud, stepsMax, Long.MAX_VALUE - 1);
    }

    public Settings killing(KillOrder order) {
      return new Settings(offers, cloud, stepsMax, horizonMillis, order, savesWork);
    }

    /** The same surroundings, in which no checkpoints can be written. */
    public Settings savingNothing() {
      return new Settings(offers, cloud, stepsMax, horizonMillis, killOrder, false);
    }

    /** Nothing to rent. */
    public static Settings ownMachines() {
      return new Settings(List.of(), Cloud.steady(0), 100_000_000);
    }
  }

  private final Settings settings;
  private final Cloud cloud;
  private final Story story;
  private final Scheduler scheduler;
  private final Observer observer;
  private final Agenda agenda = new Agenda();
  private final Courses courses = new Courses(agenda);
  private final Shrinking shrinking;
  private final ActionSink carrier = new Carrier();
  private final Map<String, Integer> idByName = new LinkedHashMap<>();

  /** Machines that were asked for and have neither come up nor been refused. */
  private final Map<Integer, Agenda.Due> launches = new LinkedHashMap<>();

  /** Those of them that will be refused, since they are beyond the limits. */
  private final Set<Integer> beyondLimits = new LinkedHashSet<>();

  /** Moments to be woken at; asked for twice, one is enough. */
  private final Set<Long> wakes = new HashSet<>();

  private long nowMillis;
  private int newcomers;
  private int newJobs;

  public Simulation(Policy policy, Story story, Settings settings, Observer observer) {
    this.settings = settings;
    this.cloud = settings.cloud();
    this.story = story;
    this.shrinking = new Shrinking(settings.killOrder(), courses);
    this.scheduler = new Scheduler(policy, settings.offers());
    this.observer = observer;
  }

  /** Lives through the whole story; answers the world as it is when nothing more will happen. */
  public World run() {
    story.happenings().forEach(h -> agenda.put(h.atMillis(), h));
    World world = scheduler.world();
    LeasedMachines rented = LeasedMachines.of(world);
    while (somethingIsToCome()) {
      if (world.sequence() >= settings.stepsMax()) {
        throw new IllegalStateException("not over after " + settings.stepsMax() + " steps");
      }
      nowMillis = Math.min(agenda.nextMillis(), cloud.nextMillis());
      newcomers = 0;
      newJobs = 0;
      List<Event> events = new ArrayList<>();
      while (agenda.nextMillis() == nowMillis) {
        happen(agenda.take().what, events);
      }
      while (cloud.nextMillis() == nowMillis) {
        cloud.happen(nowMillis, rented).forEach(event -> happen(event, events));
      }
      shrinking.settle(world, nowMillis, events);
      if (!events.isEmpty()) {
        step(new Batch(world.sequence() + 1, nowMillis, events));
      }
    }
    return world;
  }

  /** The provider never rests; what it does matters only while there is work. */
  private boolean somethingIsToCome() {
    long next = agenda.nextMillis();
    if (next == Long.MAX_VALUE && !scheduler.world().liveJobs().isEmpty()) {
      next = cloud.nextMillis();
    }
    return next <= settings.horizonMillis();
  }

  private void step(Batch batch) {
    Decision decision = scheduler.step(batch);
    decision.actions().forEach(action -> action.carryOut(carrier));
    observer.stepped(batch, decision, scheduler.world());
  }

  /** The id of a job that comes now, after those that have come at this instant. */
  private int nextJob() {
    return scheduler.world().nextJobId() + newJobs;
  }

  private JobSpec saved(JobSpec spec) {
    return settings.savesWork() ? spec.saved() : spec;
  }

  private void amend(Happening.JobIsAmended amended, List<Event> events) {
    World world = scheduler.world();
    JobSpec now = world.newest(world.job(amended.job())).spec();
    JobSpec changed = saved(amended.change().apply(now));
    Event.JobAmended amendment = world.amending(amended.job(), changed, nextJob());
    newJobs += amendment.by() == amendment.job() ? 0 : 1;
    events.add(amendment);
  }

  private void happen(Object what, List<Event> events) {
    World world = scheduler.world();
    if (what instanceof Event.AttemptChange change) {
      courses.happened(change);
      events.add(change);
    } else if (what instanceof MachineChange change) {
      befall(change, events);
    } else if (what instanceof Event event) {
      if (event instanceof Event.TimerFired timer) {
        wakes.remove(timer.wakeAtMillis());
      }
      events.add(event);
    } else if (what instanceof Happening.JobArrives arrives) {
      events.add(new Event.JobSubmitted(nextJob(), saved(arrives.spec())));
      newJobs++;
    } else if (what instanceof Happening.JobIsAmended amended) {
      if (world.hasJob(amended.job())) {
        amend(amended, events);
      }
    } else if (what instanceof Happening.JobIsCancelled cancelled) {
      if (world.hasJob(cancelled.job())) {
        events.add(new Event.JobCancelled(cancelled.job()));
      }
    } else if (what instanceof Happening.JobIsRetried retried) {
      if (world.hasJob(retried.job())) {
        events.add(new Event.RetryRequested(retried.job(), retried.failedToo()));
      }
    } else if (what instanceof Happening.JobIsForgotten forgotten) {
      if (world.hasJob(forgotten.job()) && world.job(forgotten.job()).over()) {
        events.add(new Event.JobForgotten(forgotten.job()));
      }
    } else if (what instanceof Happening.TermsChange terms) {
      events.add(terms.event());
    } else if (what instanceof Happening.MachineAppears appears) {
      int id = world.nextMachineId() + newcomers++;
      idByName.put(appears.spec().name(), id);
      events.add(new MachineChange.Ready(id, appears.spec()));
    } else if (what instanceof Happening.MachineVanishes vanishes) {
      Integer id = idByName.remove(vanishes.name());
      if (id != null) {
        befall(new MachineChange.Lost(id, "gone"), events);
      }
    } else if (what instanceof Happening.MachineChanges changes) {
      Integer id = idByName.get(changes.name());
      if (id != null) {
        befall(eventOf(changes, id), events);
      }
    }
  }

  private static MachineChange eventOf(Happening.MachineChanges changes, int id) {
    if (changes instanceof Happening.MachineIsOutOfReach) {
      return new MachineChange.Away(id);
    } else if (changes instanceof Happening.MachineIsInReach) {
      return new MachineChange.Back(id);
    } else if (changes instanceof Happening.MachineFreezes) {
      return new MachineChange.Hibernated(id);
    } else if (changes instanceof Happening.MachineThaws) {
      return new MachineChange.Resumed(id);
    } else if (changes instanceof Happening.MachineIsResized resized) {
      return new MachineChange.Resized(id, resized.cores(), resized.memoryBytes());
    } else if (changes instanceof Happening.MachineIsNoticed noticed) {
      return new MachineChange.Notice(id, noticed.lostAtMillis());
    }
    throw new IllegalArgumentException(changes + " is not known");
  }

  private void befall(MachineChange change, List<Event> events) {
    if (change instanceof MachineChange.Resized resized) {
      events.add(shrinking.noted(resized));
      return;
    }
    Machine machine = scheduler.world().machine(change.machine()).orElse(null);
    if (machine != null) {
      if (change instanceof MachineChange.Hibernated) {
        courses.freeze(machine, nowMillis);
      } else if (change instanceof MachineChange.Resumed) {
        courses.thaw(machine, nowMillis);
      } else if (change instanceof MachineChange.Lost) {
        courses.strike(machine);
      }
    }
    if (change instanceof MachineChange.Ready || change instanceof MachineChange.LaunchRefused) {
      forgetLaunch(change.machine());
    }
    events.add(
        change instanceof MachineChange.Ready ready
            ? new MachineChange.Ready(ready.machine(), cloud.delivered(ready, nowMillis))
            : change);
  }

  /** What becomes of each wish in a simulation. */
  private final class Carrier implements ActionSink {
    /** The attempt may be gone: stopped, or its machine released, later in the same decision. */
    @Override
    public void assign(Action.Assign assign) {
      scheduler.world().attempt(assign.attempt()).ifPresent(Simulation.this::start);
    }

    @Override
    public void stop(Action.Stop stop) {
      courses.strike(stop.attempt());
      agenda.put(nowMillis, new Event.AttemptFailed(stop.attempt(), new Failure.Stopped(), 0));
    }

    @Override
    public void checkpoint(Action.Checkpoint checkpoint) {
      scheduler.world().attempt(checkpoint.attempt()).ifPresent(Simulation.this::dump);
    }

    @Override
    public void launch(Action.Launch launch) {
      scheduler.world().machine(launch.machine()).ifPresent(Simulation.this::rent);
    }

    @Override
    public void release(Action.Release release) {
      int machine = release.machine();
      boolean neverRented = isToBeRefused(machine);
      cloud.released(machine, nowMillis);
      forgetLaunch(machine);
      courses.strikeAllOn(machine);
      agenda.put(
          nowMillis + cloud.releaseMillis(),
          neverRented
              ? MachineChange.LeaseEnded.neverRented(machine)
              : new MachineChange.LeaseEnded(machine, 0));
    }

    @Override
    public void wakeAt(Action.WakeAt wake) {
      if (wakes.add(wake.atMillis())) {
        agenda.put(wake.atMillis(), new Event.TimerFired(wake.atMillis()));
      }
    }

    /** The world has noted it, which is all there is to do. */
    @Override
    public void drain(Action.Drain drain) {}

    /** As for a drain. */
    @Override
    public void reject(Action.Reject reject) {}
  }

  private boolean isToBeRefused(int machine) {
    Agenda.Due launch = launches.get(machine);
    return launch != null && launch.what instanceof MachineChange.LaunchRefused;
  }

  /** A machine comes up no more, or is refused no more, if neither has happened. */
  private void forgetLaunch(int machine) {
    beyondLimits.remove(machine);
    Agenda.Due launch = launches.remove(machine);
    if (launch != null) {
      launch.struck = true;
    }
  }

  private void rent(Machine machine) {
    Optional<String> beyond = scheduler.world().beyondLimits(machine.id(), beyondLimits);
    if (beyond.isPresent()) {
      beyondLimits.add(machine.id());
      refuse(machine, Limits.REFUSAL_MILLIS, beyond.get());
      return;
    }
    Offer offer = scheduler.world().offer(machine.offer()).orElseThrow();
    OptionalLong launchMillis = cloud.launchMillis(offer, machine.id(), nowMillis);
    if (launchMillis.isPresent()) {
      launches.put(
          machine.id(),
          agenda.put(
              nowMillis + launchMillis.getAsLong(),
              new MachineChange.Ready(machine.id(), machine.spec())));
    } else {
      refuse(machine, cloud.refusalMillis(), "no capacity");
    }
  }

  private void refuse(Machine machine, long inMillis, String why) {
    launches.put(
        machine.id(),
        agenda.put(nowMillis + inMillis, new MachineChange.LaunchRefused(machine.id(), why)));
  }

  private void start(Attempt attempt) {
    Fate.Outcome outcome =
        story.fate().of(attempt.id(), attempt.group().spec(), attempt.machine().spec());
    agenda.put(nowMillis, new Event.AttemptStarted(attempt.id()));
    courses.start(attempt, outcome, nowMillis);
  }

  private void dump(Attempt attempt) {
    long dumpMillis = cloud.dumpMillis(attempt.group().spec().need().memoryBytes());
    courses.checkpoint(attempt.id(), dumpMillis, nowMillis);
  }
}
