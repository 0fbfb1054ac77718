package io.windhover.policies.bag.hads;

import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;

/** Why tasks wait. */
public final class Waits {
  private Waits() {}

  public static List<Reason> reasons(WorldView world) {
    List<Reason> reasons = new ArrayList<>();
    for (JobView job : world.liveJobs()) {
      for (GroupView group : job.groups()) {
        if (group.waiting() > 0) {
          reasons.add(reason(world, group));
        }
      }
    }
    return reasons;
  }

  private static Reason reason(WorldView world, GroupView group) {
    int job = group.job().id();
    int waiting = group.waiting();
    if (!group.open()) {
      List<String> unfinished = new ArrayList<>();
      for (int before : group.spec().after()) {
        GroupView earlier = group.job().groups().get(before);
        if (!earlier.succeeded()) {
          unfinished.add(earlier.spec().name());
        }
      }
      return new Reason.ComesAfter(job, group.ordinal(), waiting, unfinished);
    }
    if (world.machines().isEmpty()) {
      return new Reason.NoMachines(job, group.ordinal(), waiting);
    }
    int capable = 0;
    for (MachineView machine : world.machines()) {
      capable += machine.spec().offers(group.spec().need()) ? 1 : 0;
    }
    return new Reason.NoRoomNow(job, group.ordinal(), waiting, capable);
  }
}
