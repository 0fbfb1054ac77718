package io.windhover.policies.bag;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.GroupView;
import java.util.List;

/** By when a group's tasks should end so that the groups after it can still end in time. */
final class Target {
  private Target() {}

  /**
   * The deadline for groups that nothing comes after; else the share of the time that is left which
   * the group has in the longest chain of run times from it on. {@link Deadline#NEVER_MILLIS} when
   * there is no deadline.
   */
  static long millis(GroupView group, long nowMillis) {
    long deadline = group.job().deadlineAtMillis();
    if (deadline == Deadline.NEVER_MILLIS) {
      return deadline;
    }
    List<TaskGroup> groups = group.job().spec().groups();
    long[] chain = new long[groups.size()];
    for (int g = groups.size() - 1; g >= group.ordinal(); g--) {
      chain[g] += longestMillis(groups.get(g));
      for (int before : groups.get(g).after()) {
        chain[before] = Math.max(chain[before], chain[g]);
      }
    }
    long own = longestMillis(group.spec());
    double share = (double) own / Math.max(own, chain[group.ordinal()]);
    return deadline <= nowMillis ? deadline : nowMillis + (long) (share * (deadline - nowMillis));
  }

  static long longestMillis(TaskGroup group) {
    long longest = Math.max(1, group.runtime().anyTypeMillis());
    for (long millis : group.runtime().millisByType().values()) {
      longest = Math.max(longest, millis);
    }
    return group.runtime().anyTypeMillis() < 0 && group.runtime().millisByType().isEmpty()
        ? Outlook.UNKNOWN_MILLIS
        : longest;
  }
}
