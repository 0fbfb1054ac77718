package io.windhover.policies.bag.frugal;

import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The groups with ready tasks, longest tasks first. Sorted once for as long as only starts and ends
 * happen; a place in the order moves on over groups that have run dry, so a bag of n groups costs n
 * log n in all, not per decision.
 */
final class WaitingTasks {
  private record Entry(int job, int ordinal, int priority, long millis) {}

  private static final Comparator<Entry> LONGEST_FIRST =
      Comparator.comparingInt(Entry::priority)
          .thenComparingLong(Entry::millis)
          .reversed()
          .thenComparingInt(Entry::job)
          .thenComparingInt(Entry::ordinal);

  private List<Entry> entries = new ArrayList<>();
  private int next;
  private boolean stale = true;

  /** The runtime of one of them is a guess. */
  private boolean guessed;

  /** How long tasks of a kind take is better known now, which may change the order. */
  void learned() {
    stale |= guessed;
  }

  /** Something may have become ready that was not before. */
  void disturb() {
    stale = true;
  }

  void refresh(WorldView world, Runtimes runtimes) {
    if (!stale) {
      return;
    }
    guessed = false;
    entries = new ArrayList<>(world.readyGroups().size());
    for (GroupView group : world.readyGroups()) {
      guessed |= group.spec().runtime().millisOn("").isEmpty();
      long millis = runtimes.fullMillis(group.spec(), "");
      entries.add(new Entry(group.job().id(), group.ordinal(), group.spec().priority(), millis));
    }
    entries.sort(LONGEST_FIRST);
    next = 0;
    stale = false;
  }

  /** The groups that may have ready tasks, in order. */
  int from(WorldView world) {
    while (next < entries.size() && ready(world, next) == 0) {
      next++;
    }
    return next;
  }

  int size() {
    return entries.size();
  }

  /** How many tasks of a group are ready; none of a job that is over and has left. */
  int ready(WorldView world, int at) {
    return world.hasJob(entries.get(at).job) ? group(world, at).ready() : 0;
  }

  /** One of which tasks are ready. */
  GroupView group(WorldView world, int at) {
    Entry entry = entries.get(at);
    return world.job(entry.job).groups().get(entry.ordinal);
  }
}
