package io.windhover.policies.match;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Need;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * First come, first served within a priority: each waiting task, in turn, goes to the first machine
 * that offers what it requires and has the cores and memory free. It rents nothing and knows
 * nothing of deadlines; it is Kestrel's matching (section 3 of that paper) with sizes added.
 *
 * <p>A task that some machine could hold, but that fits nowhere now, claims the machine with the
 * most free cores: later tasks do not start there, so a large task is not passed over for ever by
 * small ones. Tasks with equal needs claim one machine between them, be they one array or many
 * jobs. The paper's tasks are all of one size and need no such rule.
 *
 * <p>Machines that take orders ahead are given brief tasks before they have room: {@link Ahead}.
 */
public final class Match implements Policy {
  /** What becomes of a job with a task that no machine there is could ever run. */
  public enum Impossible {
    /** It waits: a machine that can run it may join later. For pools. */
    WAITS,
    /** It is refused at once. For a fixed set of machines. */
    IS_REFUSED
  }

  private static final Decision NOTHING = Decision.of(List.of());

  private final Impossible impossible;

  public Match(Impossible impossible) {
    this.impossible = impossible;
  }

  @Override
  public String name() {
    return "match";
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.STARTS_WHAT_IS_READY));
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    if (changesNoRoom(batch)) {
      return NOTHING;
    }
    List<Action> actions = new ArrayList<>();
    List<Reason> reasons = new ArrayList<>();
    if (impossible == Impossible.IS_REFUSED && !world.machines().isEmpty()) {
      for (Event event : batch) {
        if (event instanceof Event.JobSubmitted submitted && !world.job(submitted.job()).over()) {
          refusal(world, world.job(submitted.job())).ifPresent(reasons::add);
        }
      }
    }
    reasons.forEach(reason -> actions.add(new Action.Reject(reason.job(), reason)));
    if (world.readyGroups().isEmpty()) {
      return new Decision(actions, reasons, Memory.NONE);
    }
    Room room = new Room(world.machinesWithRoom());
    boolean waits = false;
    for (GroupView group : world.readyGroups()) {
      if (room.isEmpty() && (waits || world.machinesTakingAhead().isEmpty())) {
        break;
      }
      if (reasons.isEmpty() || reasons.stream().noneMatch(r -> r.job() == group.job().id())) {
        PrimitiveIterator.OfInt ready = group.readyIndexes();
        place(world, group, ready, room, actions);
        if (ready.hasNext() && !waits) {
          // Only the first that waits: what comes after it must not be served before it.
          waits = true;
          new Ahead(world, actions).give(group, ready);
        }
      }
    }
    return new Decision(actions, reasons, Memory.NONE);
  }

  /**
   * After a decision nothing that waits fits anywhere, so there is nothing to decide until there is
   * more room or more work. Every second batch of a busy run is such: an attempt has started.
   */
  private static boolean changesNoRoom(List<Event> batch) {
    for (Event event : batch) {
      if (!changesNoRoom(event)) {
        return false;
      }
    }
    return true;
  }

  private static boolean changesNoRoom(Event event) {
    return event instanceof Event.AttemptStarted
        || event instanceof Event.AttemptCheckpointed
        || (event instanceof MachineChange.Notice notice && !notice.isWithdrawn())
        || event instanceof Event.PriceChanged
        || event instanceof Event.TimerFired;
  }

  private static void place(
      WorldView world,
      GroupView group,
      PrimitiveIterator.OfInt ready,
      Room room,
      List<Action> actions) {
    Need need = group.spec().need();
    while (ready.hasNext()) {
      int machine = room.take(need);
      if (machine == Room.NOWHERE) {
        return;
      }
      AttemptId attempt = world.nextAttempt(group.task(ready.nextInt()));
      actions.add(new Action.Assign(attempt, machine));
    }
  }

  private static Optional<Reason.OfTasks> refusal(WorldView world, JobView job) {
    return job.groups().stream()
        .map(group -> Obstacles.lasting(world, group))
        .flatMap(Optional::stream)
        .findFirst();
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return world.liveJobs().stream()
        .flatMap(job -> job.groups().stream())
        .filter(group -> group.waiting() > 0)
        .<Reason>map(group -> Obstacles.of(world, group))
        .toList();
  }
}
