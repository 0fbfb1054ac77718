package io.windhover.policies.workflow.ensemble;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.justintime.JustInTime;
import io.windhover.policies.workflow.justintime.Rehearsed;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One decision of several rules: each hears what concerns it and decides for its part. */
final class Scene {
  private final Ensemble ensemble;
  private final WorldView world;
  private final Cast cast;
  private final List<List<Event>> heard = new ArrayList<>();
  private final SortedSet<Integer> others = new TreeSet<>();
  private final List<Double> runtimeExcesses = new ArrayList<>();
  private final List<Long> lagExcessesMillis = new ArrayList<>();
  private final List<Action> actions = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();

  Scene(Ensemble ensemble, WorldView world, Cast cast) {
    this.ensemble = ensemble;
    this.world = world;
    this.cast = cast;
    for (int rule = 0; rule < ensemble.rules(); rule++) {
      heard.add(new ArrayList<>());
    }
  }

  Decision play(List<Event> batch) {
    boolean submitted = false;
    if (batch.stream().anyMatch(this::isRefusal)) {
      surrender();
    }
    if (batch.stream().anyMatch(event -> event instanceof Event.OfferChange)) {
      cast.standing.forget();
    }
    for (Event event : batch) {
      submitted |= event instanceof Event.JobSubmitted;
      tell(event);
    }
    own();
    Rehearsed rehearsed = JustInTime.rehearsed(cast.memories.get(Cast.OWN));
    for (int rule = 1; rule < ensemble.rules(); rule++) {
      if (!heard.get(rule).isEmpty()) {
        rival(rule);
      }
    }
    forgetWhatIsOver(batch);
    if (submitted) {
      choose(rehearsed);
    }
    return new Decision(actions, reasons, cast);
  }

  private boolean isRefusal(Event event) {
    return event instanceof MachineChange.LaunchRefused refused
        && cast.ruleOfMachine(refused.machine()) != Cast.OWN;
  }

  /**
   * Where not everything can be rented, machines that came by themselves may be all there is, and
   * only our own rule uses them: it takes everything over, as if it heard of it for the first time,
   * and keeps it until others have been tried anew.
   */
  private void surrender() {
    for (int job : cast.jobs.keySet()) {
      heard.get(Cast.OWN).add(new Event.RetryRequested(job, false));
    }
    for (int id : cast.machines.keySet()) {
      world
          .machine(id)
          .ifPresent(one -> heard.get(Cast.OWN).add(new MachineChange.Ready(id, one.spec())));
    }
    cast.jobs.clear();
    cast.machines.clear();
    cast.expected.clear();
    cast.standing.forget();
    cast.next = Cast.OWN;
    for (int rule = 1; rule < ensemble.rules(); rule++) {
      cast.memories.set(rule, Memory.NONE);
    }
  }

  private void choose(@Nullable Rehearsed rehearsed) {
    cast.margins = Ensemble.margins(cast, world);
    List<Policy> rivals = new ArrayList<>();
    for (int rule = 1; rule < ensemble.rules(); rule++) {
      rivals.add(ensemble.rival(rule, cast.margins));
    }
    cast.next = ensemble.chooser().next(world, cast.next, rehearsed, rivals, cast.standing);
  }

  private void tell(Event event) {
    if (event instanceof Event.JobSubmitted submitted) {
      heard.get(Cast.OWN).add(event);
      if (cast.next != Cast.OWN && isInTime(submitted)) {
        cast.jobs.put(submitted.job(), cast.next);
        others.add(submitted.job());
        heard.get(cast.next).add(event);
      }
    } else if (event instanceof Event.AttemptChange change) {
      int rule = cast.ruleOfJob(change.attempt().task().job());
      heard.get(rule).add(event);
      if (rule != Cast.OWN) {
        ended(change);
      }
    } else if (event instanceof Event.JobCancelled cancelled) {
      heard.get(cast.ruleOfJob(cancelled.job())).add(event);
    } else if (event instanceof Event.RetryRequested retry) {
      heard.get(cast.ruleOfJob(retry.job())).add(event);
    } else if (event instanceof MachineChange change) {
      int rule = cast.ruleOfMachine(change.machine());
      heard.get(rule).add(event);
      if (rule != Cast.OWN && change instanceof MachineChange.Ready) {
        world.machine(change.machine()).ifPresent(this::came);
      }
    } else {
      for (int rule = 0; rule < ensemble.rules(); rule++) {
        if (rule == Cast.OWN || cast.hasSomething(rule)) {
          heard.get(rule).add(event);
        }
      }
    }
  }

  /** Only our own rule keeps back less where there is no time for more. */
  private boolean isInTime(Event.JobSubmitted submitted) {
    return ensemble.rival(cast.next, cast.margins).hasTimeForMargins(submitted.spec(), world);
  }

  private void ended(Event.AttemptChange change) {
    if (change instanceof Event.AttemptFinished finished) {
      Long expected = cast.expected.remove(change.attempt().toString());
      if (expected != null) {
        double excess = (double) finished.ranMillis() / (double) expected - 1;
        runtimeExcesses.add(Math.min(1, excess));
      }
    } else if (change instanceof Event.AttemptFailed) {
      cast.expected.remove(change.attempt().toString());
    }
  }

  private void came(MachineView machine) {
    long lag = world.offer(machine.offer()).map(offer -> offer.startUpMillis()).orElse(0L);
    if (machine.readyAtMillis() == world.nowMillis()) {
      lagExcessesMillis.add(world.nowMillis() - machine.requestedAtMillis() - lag);
    }
  }

  private void own() {
    boolean news = !runtimeExcesses.isEmpty() || !lagExcessesMillis.isEmpty();
    // Without memory there is a world to look at, whatever has been heard.
    boolean afresh = cast.memories.get(Cast.OWN) == Memory.NONE;
    if (!heard.get(Cast.OWN).isEmpty() || news || afresh) {
      Part part = new Part(world, cast, Cast.OWN, actions);
      take(
          Cast.OWN,
          ensemble
              .own()
              .decide(
                  part,
                  heard.get(Cast.OWN),
                  new JustInTime.Beside(others, runtimeExcesses, lagExcessesMillis)));
    }
  }

  private void rival(int rule) {
    Part part = new Part(world, cast, rule, actions);
    take(rule, ensemble.rival(rule, cast.margins).decide(part, heard.get(rule)));
  }

  private void take(int rule, Decision decision) {
    cast.memories.set(rule, decision.memory());
    actions.addAll(decision.actions());
    reasons.addAll(decision.reasons());
    if (rule == Cast.OWN) {
      return;
    }
    for (Action action : decision.actions()) {
      if (action instanceof Action.Launch launch) {
        cast.machines.put(launch.machine(), rule);
      } else if (action instanceof Action.Release release) {
        cast.machines.remove(release.machine());
      } else if (action instanceof Action.Assign assign) {
        world.machine(assign.machine()).ifPresent(machine -> starts(assign.attempt(), machine));
      } else if (action instanceof Action.Reject reject) {
        cast.jobs.remove(reject.job());
      }
    }
  }

  private void starts(AttemptId attempt, MachineView machine) {
    var group = world.job(attempt.task().job()).groupOf(attempt.task());
    group
        .spec()
        .runtime()
        .millisOn(machine.spec().type())
        .ifPresent(millis -> cast.expected.put(attempt.toString(), Math.max(1, millis)));
  }

  /** A rule that is in charge of nothing any more begins afresh when its time comes again. */
  private void forgetWhatIsOver(List<Event> batch) {
    for (Event event : batch) {
      if (event instanceof Event.AttemptChange change) {
        forgetIfOver(change.attempt().task().job());
      } else if (event instanceof Event.JobCancelled cancelled) {
        forgetIfOver(cancelled.job());
      } else if (event instanceof MachineChange change
          && world.machine(change.machine()).isEmpty()) {
        cast.machines.remove(change.machine());
      }
    }
    for (int rule = 1; rule < ensemble.rules(); rule++) {
      if (cast.memories.get(rule) != Memory.NONE && !cast.hasSomething(rule)) {
        cast.memories.set(rule, Memory.NONE);
      }
    }
  }

  private void forgetIfOver(int job) {
    if (cast.jobs.containsKey(job) && world.job(job).over()) {
      cast.jobs.remove(job);
      cast.expected.subMap(job + "/", job + "0").clear();
    }
  }
}
