package io.windhover.policies.bag.frugal;

import io.windhover.core.model.Offer;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;

/** When a job could end at best, with every machine there is and every machine there could be. */
final class Earliest {
  private Earliest() {}

  static long endMillis(WorldView world, Runtimes runtimes, JobView job) {
    double cores = 0;
    long startUp = Long.MAX_VALUE;
    for (MachineView machine : world.machines()) {
      cores += machine.spec().cores();
      startUp = 0;
    }
    for (Offer offer : world.offers()) {
      cores += (double) offer.limit() * offer.machine().cores();
      startUp = offer.limit() > 0 ? Math.min(startUp, offer.startUpMillis()) : startUp;
    }
    if (cores == 0) {
      return 0;
    }
    double work = 0;
    long longest = 0;
    long[] chain = new long[job.groups().size()];
    for (GroupView group : job.groups()) {
      long millis = shortestMillis(world, runtimes, group);
      long before = 0;
      for (int after : group.spec().after()) {
        before = Math.max(before, chain[after]);
      }
      chain[group.ordinal()] = before + millis;
      longest = Math.max(longest, chain[group.ordinal()]);
      work += (double) millis * group.spec().count() * group.spec().need().cores();
    }
    return world.nowMillis() + startUp + Math.max(longest, (long) Math.ceil(work / cores));
  }

  private static long shortestMillis(WorldView world, Runtimes runtimes, GroupView group) {
    long shortest = Long.MAX_VALUE;
    for (Offer offer : world.offers()) {
      shortest = Math.min(shortest, known(runtimes, group, offer.machine().type()));
    }
    for (MachineView machine : world.machines()) {
      shortest = Math.min(shortest, known(runtimes, group, machine.spec().type()));
    }
    return shortest;
  }

  /** A task that nobody knows may be over at once. */
  private static long known(Runtimes runtimes, GroupView group, String type) {
    return group.spec().runtime().millisOn(type).isPresent()
        ? runtimes.fullMillis(group.spec(), type)
        : 0;
  }
}
