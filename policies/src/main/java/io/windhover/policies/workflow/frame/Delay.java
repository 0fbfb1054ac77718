package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.JobView;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.Remainder;

/**
 * A unit may end after its window when those that follow it can do with what is left of the time,
 * on the types they are planned on. Nothing that has a place is moved for it.
 */
final class Delay {
  private Delay() {}

  /**
   * When the unit could end at the latest; not after its window if a follower has a place already,
   * or could not have a machine that is asked for now.
   */
  static long latestEndMillis(LiveJob job, int unit, long frontMillis) {
    Dag ordered = job.plan().units().ordered();
    long[] tails = new long[ordered.size()];
    for (int node = tails.length - 1; node > unit; node--) {
      for (int child : ordered.children(node)) {
        tails[node] = Math.max(tails[node], tails[child]);
      }
      long run = ordered.millis(node, job.type(node));
      tails[node] =
          hasPlace(job, node) ? Dag.NEVER_MILLIS : Math.min(Dag.NEVER_MILLIS, run + tails[node]);
    }
    long latest = job.deadlineAtMillis();
    for (int child : ordered.children(unit)) {
      latest = Math.min(latest, job.deadlineAtMillis() - tails[child]);
      if (latest < frontMillis) {
        return job.toMillis(unit);
      }
    }
    return Math.max(latest, job.toMillis(unit));
  }

  private static boolean hasPlace(LiveJob job, int unit) {
    Units units = job.plan().units();
    for (int group : units.groupsByUnit()[unit]) {
      int first = units.firstTaskByGroup()[group];
      for (int task = first; task < first + units.groups().count(group); task++) {
        if (job.slots[task] != null) {
          return true;
        }
      }
    }
    return false;
  }

  /** Gives what follows the unit new windows, from the unit's end to the deadline. */
  static void followers(LiveJob job, JobView view, int unit, long endMillis, long frontMillis) {
    Dag ordered = job.plan().units().ordered();
    int[] types = new int[ordered.size()];
    long[] ends = new long[types.length];
    boolean[] follows = new boolean[types.length];
    for (int node = 0; node < types.length; node++) {
      types[node] = job.type(node);
      for (int before : ordered.parents(node)) {
        follows[node] |= before == unit || follows[before];
      }
      ends[node] = follows[node] ? Remainder.OPEN : job.endMillis(view, node);
    }
    job.endsBy(unit, endMillis);
    long front = Math.max(endMillis, frontMillis);
    Remainder rest = new Remainder(ordered, ends, front, job.deadlineAtMillis());
    job.replan(rest, types, rest.windows(types));
  }
}
