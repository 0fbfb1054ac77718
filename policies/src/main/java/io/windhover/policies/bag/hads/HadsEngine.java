package io.windhover.policies.bag.hads;

import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.plan.Planner;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The dynamic scheduler, Algorithm 5: what happens, and what is done about it. */
public final class HadsEngine {
  private final String policy;
  private final HadsSettings settings;
  private final EnumSet<Mend> mends;
  private final Planner planner;

  /** With the primary map of Algorithms 1 to 3. */
  public HadsEngine(String policy, HadsSettings settings, Set<Mend> mends) {
    this(policy, settings, mends, new PrimaryPlanner(settings));
  }

  /** With somebody else's primary map. */
  public HadsEngine(String policy, HadsSettings settings, Set<Mend> mends, Planner planner) {
    this.policy = policy;
    this.settings = settings;
    this.mends = EnumSet.noneOf(Mend.class);
    this.mends.addAll(mends);
    this.planner = planner;
  }

  public Decision decide(WorldView world, List<Event> batch) {
    boolean remembers = world.memory() instanceof HadsMemory;
    HadsMemory memory = world.memory() instanceof HadsMemory kept ? kept : new HadsMemory(policy);
    Turn turn = new Turn(world, settings, mends, memory);
    Intake intake = new Intake(turn);
    if (remembers) {
      alarms(turn);
      batch.forEach(intake::note);
    } else {
      remember(turn, intake, batch);
    }
    intake.resumed.forEach(vm -> resume(turn, vm));
    Triggers triggers = new Triggers(turn);
    triggers.freeze(intake.hibernated);
    Arrivals arrivals = new Arrivals(turn, planner);
    intake.arrivals.forEach(job -> arrivals.arrived(world.job(job)));
    if (intake.offersChanged) {
      arrivals.offered();
    }
    closeWhatIsOver(turn);
    Migration migration = new Migration(turn);
    boolean together = mends.contains(Mend.FREEZE_ALL_FIRST) || !remembers;
    if (together && turn.fleetChanged) {
      triggers.computeAgain();
    }
    turn.fleetChanged = false;
    migrateWhatIsDue(turn, migration);
    migration.placeStrays();
    new Upkeep(turn).tendTouched();
    if (together && turn.fleetChanged) {
      triggers.computeAgain();
    }
    new PlainWork(turn).serve();
    return new Decision(turn.actions, turn.reasons, memory);
  }

  private static void alarms(Turn turn) {
    SortedMap<Long, TreeSet<Integer>> due = turn.memory.alarms.headMap(turn.nowMillis + 1);
    due.forEach((at, machines) -> machines.forEach(machine -> turn.rings(machine, at)));
    due.clear();
  }

  /** Algorithm 5, lines 17 to 19. */
  private static void migrateWhatIsDue(Turn turn, Migration migration) {
    for (Integer id : List.copyOf(turn.touched)) {
      Vm vm = turn.memory.vms.get(id);
      if (vm != null && vm.frozen && vm.hasTasks()) {
        boolean late = turn.nowMillis > turn.memory.bag(vm).deadlineAtMillis;
        if (late || vm.triggerMillis <= turn.nowMillis) {
          migration.empty(vm);
        }
      }
    }
  }

  /** Algorithm 5, lines 20 to 27. */
  private void resume(Turn turn, Vm vm) {
    if (!vm.frozen) {
      return;
    }
    boolean beforeTrigger = vm.hasTasks();
    vm.thaw(turn.nowMillis);
    vm.idleKnown = false;
    turn.touched.add(vm.id);
    if (beforeTrigger) {
      turn.memory.count(HadsMemory.RESUMES);
      if (mends.contains(Mend.CHECK_ON_RESUME)) {
        moveWhatNoLongerFits(turn, vm);
      }
    }
  }

  /** The check of Algorithm 7, for all that the VM has. */
  private void moveWhatNoLongerFits(Turn turn, Vm vm) {
    Bag bag = turn.memory.bag(vm);
    long now = turn.nowMillis;
    while (vm.hasTasks()) {
      long reserve = vm.longestRestMillis() + settings.alphaMillis();
      if (bag.deadlineAtMillis - vm.finishMillis(now) > reserve) {
        return;
      }
      Core last = null;
      for (Core core : vm.cores) {
        boolean used = !core.waiting.isEmpty() || core.restMillis > 0;
        if (used && (last == null || core.finishMillis(now) > last.finishMillis(now))) {
          last = core;
        }
      }
      if (last == null) {
        return;
      }
      if (!last.waiting.isEmpty()) {
        Queued moved = last.waiting.remove(last.waiting.size() - 1);
        bag.vmOf[moved.task()] = Bag.NOWHERE;
        turn.strays.add(new TaskId(bag.job, moved.task()));
      } else {
        // It goes back to waiting when its end is reported, and is placed then.
        AttemptId attempt = new AttemptId(new TaskId(bag.job, last.task), last.attempt);
        turn.actions.add(new Action.Stop(attempt));
        last.endsAtMillis = now;
        last.restMillis = 0;
      }
    }
  }

  /** When no live task is left the VMs go back, frozen ones too. */
  private static void closeWhatIsOver(Turn turn) {
    for (Bag bag : List.copyOf(turn.memory.bags.values())) {
      if (turn.job(bag).over()) {
        List.copyOf(bag.vms.values()).forEach(turn::release);
        turn.memory.bags.remove(bag.job);
      }
    }
  }

  /** Nothing is remembered: takes over what there is; what waits is placed anew. */
  private static void remember(Turn turn, Intake intake, List<Event> batch) {
    turn.memory.plainWork = true;
    turn.fleetChanged = true;
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted) {
        intake.note(event);
      }
    }
    Arrivals arrivals = new Arrivals(turn, (tasks, offers, deadline) -> Optional.empty());
    Map<Integer, Bag> bags = new TreeMap<>();
    for (JobView job : turn.world.liveJobs()) {
      if (!intake.arrivals.contains(job.id()) && Arrivals.isBag(job, arrivals.offersFor(job))) {
        bags.put(job.id(), new Bag(job.id(), job.deadlineAtMillis(), job.spec().taskCount()));
      }
    }
    turn.memory.bags.putAll(bags);
    for (MachineView machine : turn.world.machines()) {
      int owner = bags.isEmpty() ? 0 : bags.keySet().iterator().next();
      for (AttemptView attempt : machine.attempts()) {
        owner = attempt.id().task().job();
      }
      Bag bag = bags.get(owner);
      var offer = turn.world.offer(machine.offer());
      if (bag != null && offer.isPresent()) {
        intake.adopt(bag, machine, offer.filter(Offer::isSpot).isPresent());
      }
    }
    bags.values().forEach(intake::lookForStrays);
  }

  public Memory recall(String encoded) {
    return HadsText.recalled(policy, encoded);
  }
}
