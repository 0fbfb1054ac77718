package io.windhover.policies.match;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.TreeMap;

/**
 * Orders for machines that have no room yet: a worker that has its next tasks at hand need not wait
 * for the way to the manager and back after each, which for tasks of milliseconds is most of the
 * time. Kestrel gives a worker one task at a time (section 3 of that paper).
 *
 * <p>What is given ahead cannot go elsewhere, should a machine become free sooner. So only brief
 * tasks are, for half a second of work at most, and never more than half of each machine's share of
 * what is left, so that the last tasks of a job are handed out one by one (in the manner of guided
 * self-scheduling, Polychronopoulos and Kuck, 1987). Nothing is put behind a task that turns out to
 * be long. What has a cleanup, which may restart the machine, or outputs to copy, which takes who
 * knows how long, is not given ahead either. An order ahead counts as one that runs, so it would
 * take cores from others where tasks of this need leave some free, for want of memory or for their
 * size: there none is given.
 */
final class Ahead {
  /** Work that a machine is given before it has room for it. */
  private static final long AHEAD_MILLIS = 500;

  /** An attempt that was given out longer ago is not brief, whatever others of its group were. */
  private static final long BRIEF_MILLIS_MAX = 4 * AHEAD_MILLIS;

  private final WorldView world;
  private final List<Action> actions;

  /** How many attempts each machine has, with those of this decision. */
  private final Map<Integer, Integer> given = new TreeMap<>();

  Ahead(WorldView world, List<Action> actions) {
    this.world = world;
    this.actions = actions;
  }

  /**
   * Gives tasks of this group, the first in turn that waits for room.
   *
   * @param ready those that found none
   */
  void give(GroupView group, PrimitiveIterator.OfInt ready) {
    if (!isBrief(group)
        || !group.spec().script().endsWithCommand()
        || world.machinesTakingAhead().isEmpty()) {
      return;
    }
    long depth =
        Math.min(
            AHEAD_MILLIS / Math.max(1, group.usualMillis()),
            group.ready() / (2L * world.machines().size()));
    if (depth == 0) {
      return;
    }
    for (Action action : actions) {
      if (action instanceof Action.Assign assign) {
        given.merge(assign.machine(), 1, Integer::sum);
      }
    }
    List<MachineView> takers = takers(group.spec().need(), depth);
    while (ready.hasNext() && !takers.isEmpty()) {
      // One each in turn, so that what is left is shared out evenly.
      takers.removeIf(machine -> !ready.hasNext() || !give(group, ready, machine, depth));
    }
  }

  private boolean give(
      GroupView group, PrimitiveIterator.OfInt ready, MachineView machine, long depth) {
    actions.add(new Action.Assign(world.nextAttempt(group.task(ready.nextInt())), machine.id()));
    given.merge(machine.id(), 1, Integer::sum);
    return has(machine) < most(machine, group.spec().need(), depth);
  }

  private List<MachineView> takers(Need need, long depth) {
    List<MachineView> takers = new ArrayList<>();
    for (MachineView machine : world.machinesTakingAhead()) {
      if (machine.takesAhead(need)
          && canFill(machine.spec(), need)
          && has(machine) < most(machine, need, depth)
          && machine.attempts().stream().allMatch(this::isBrief)) {
        takers.add(machine);
      }
    }
    return takers;
  }

  /** Whether tasks of this need can have all its cores at once. */
  private static boolean canFill(MachineSpec spec, Need need) {
    int atOnce = spec.cores() / need.cores();
    return atOnce * need.cores() == spec.cores()
        && (need.memoryBytes() == 0 || spec.memoryBytes() / need.memoryBytes() >= atOnce);
  }

  private int has(MachineView machine) {
    return machine.attempts().size() + given.getOrDefault(machine.id(), 0);
  }

  private static long most(MachineView machine, Need need, long depth) {
    int atOnce = machine.spec().cores() / need.cores();
    return atOnce + Math.min(machine.spec().ordersAhead(), depth * atOnce);
  }

  private boolean isBrief(AttemptView attempt) {
    return isBrief(attempt.group())
        && world.nowMillis() - attempt.assignedAtMillis() <= BRIEF_MILLIS_MAX;
  }

  private static boolean isBrief(GroupView group) {
    return group.usualMillis() >= 0 && group.usualMillis() <= AHEAD_MILLIS;
  }
}
