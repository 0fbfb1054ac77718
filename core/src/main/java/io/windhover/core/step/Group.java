package io.windhover.core.step;

import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.GroupView;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.TimeUnit;

/** A group's tasks as arrays: ten bytes a task, and a range for those that wait. */
public final class Group implements GroupView {
  /** A whole task, in the parts that are counted as safe. */
  static final int WHOLE = 1_000_000;

  /** A report of a longer run is a clock gone wrong. */
  private static final long RAN_MILLIS_MAX = TimeUnit.DAYS.toMillis(3650);

  private final Job job;
  private final int ordinal;
  private final TaskGroup spec;
  private final int firstIndex;
  final byte[] states;
  final int[] attempts;
  final int[] failures;
  final byte[] live;

  /** Millionths of each task that checkpoints keep safe; empty until there is the first one. */
  int[] safe = new int[0];

  /** How long its tasks have run of late: each success counts a quarter of what was before. */
  long usualMillis = -1;

  long usualDumpMillis = -1;

  private final IntRanges waiting = new IntRanges();
  private final int[] counts = new int[TaskState.CODES];

  /** How many of the groups it comes after have not succeeded as a whole. */
  int missing;

  /** How many of those keep every task of it waiting, not only the task of the same index. */
  int missingWhole;

  /** For each task how many it follows by index have not succeeded; empty if it follows none. */
  private final int[] unmet;

  /** The waiting tasks with nothing unmet; not kept up if the group follows none by index. */
  private final IntRanges released = new IntRanges();

  Group(Job job, int ordinal, TaskGroup spec, int firstIndex) {
    this.job = job;
    this.ordinal = ordinal;
    this.spec = spec;
    this.firstIndex = firstIndex;
    this.states = new byte[spec.count()];
    this.attempts = new int[spec.count()];
    this.failures = new int[spec.count()];
    this.live = new byte[spec.count()];
    this.missing = spec.after().size();
    this.missingWhole = spec.after().size() - spec.byIndex().size();
    this.unmet = new int[spec.byIndex().isEmpty() ? 0 : spec.count()];
    Arrays.fill(unmet, spec.byIndex().size());
    waiting.addRange(0, spec.count());
    counts[TaskState.WAITING.code()] = spec.count();
  }

  void move(int index, TaskState to) {
    TaskState from = state(index);
    if (from == to) {
      throw new IllegalStateException(task(index) + " is " + to + " already");
    }
    boolean isReleased = followsByIndex() && unmet[index] == 0;
    if (from == TaskState.WAITING) {
      waiting.remove(index);
      if (isReleased) {
        released.remove(index);
      }
    } else if (to == TaskState.WAITING) {
      waiting.add(index);
      if (isReleased) {
        released.add(index);
      }
    }
    states[index] = to.code();
    count(from, -1);
    count(to, 1);
  }

  /** Moves everything that waits at once: a cancelled million must not take a million steps. */
  int moveAllWaiting(TaskState to) {
    for (PrimitiveIterator.OfInt i = waiting.iterator(); i.hasNext(); ) {
      states[i.nextInt()] = to.code();
    }
    int moved = waiting.size();
    waiting.clear();
    released.clear();
    count(TaskState.WAITING, -moved);
    count(to, moved);
    return moved;
  }

  /** Answers how many tasks now stand skipped that were waiting. */
  int skipWaiting() {
    return moveAllWaiting(TaskState.SKIPPED);
  }

  /** Skips the task if it waits; answers how many were. */
  int skipWaiting(int index) {
    if (!isWaiting(index)) {
      return 0;
    }
    move(index, TaskState.SKIPPED);
    return 1;
  }

  /** Skips what waits and follows by index a task that can no longer succeed; answers how many. */
  int skipWaitingAfter(Group before) {
    int skipped = 0;
    for (int i = 0; i < states.length && waiting.size() > 0; i++) {
      if (before.state(i).unsuccessful()) {
        skipped += skipWaiting(i);
      }
    }
    return skipped;
  }

  /** A task that this group's task of the same index follows has succeeded. */
  void meet(int index) {
    if (--unmet[index] == 0 && isWaiting(index)) {
      released.add(index);
    }
  }

  /** Finds out anew, after all states have changed, what its tasks wait for. */
  void recount(List<Group> groups) {
    missing = (int) spec.after().stream().filter(b -> !groups.get(b).succeeded()).count();
    if (!followsByIndex()) {
      missingWhole = missing;
      return;
    }
    List<Group> byIndex = spec.byIndex().stream().map(groups::get).toList();
    missingWhole = missing - (int) byIndex.stream().filter(b -> !b.succeeded()).count();
    released.clear();
    for (int i = 0; i < states.length; i++) {
      unmet[i] = 0;
      for (Group before : byIndex) {
        unmet[i] += before.state(i) == TaskState.SUCCEEDED ? 0 : 1;
      }
      if (unmet[i] == 0 && isWaiting(i)) {
        released.add(i);
      }
    }
  }

  private boolean followsByIndex() {
    return unmet.length > 0;
  }

  /** Puts tasks in the given state back to waiting, as if they had never run. */
  void putBack(TaskState from) {
    for (int i = 0; i < states.length && count(from) > 0; i++) {
      if (states[i] == from.code()) {
        putBack(i);
      }
    }
  }

  /** Puts the task back to waiting, as if it had never run. */
  void putBack(int index) {
    failures[index] = 0;
    move(index, TaskState.WAITING);
  }

  /** Takes over what a snapshot, or the job before an edit, says of every task. */
  void restore(int[] newStates, int[] newAttempts, int[] newFailures) {
    waiting.clear();
    Arrays.fill(counts, 0);
    job.forget(TaskState.WAITING, spec.count());
    for (int i = 0; i < states.length; i++) {
      states[i] = (byte) newStates[i];
      attempts[i] = newAttempts[i];
      failures[i] = newFailures[i];
      count(state(i), 1);
    }
    int start = 0;
    for (int i = 0; i <= states.length; i++) {
      if (i == states.length || states[i] != TaskState.WAITING.code()) {
        waiting.addRange(start, i);
        start = i + 1;
      }
    }
  }

  private void count(TaskState state, int change) {
    counts[state.code()] += change;
    job.count(state, change);
  }

  public int count(TaskState state) {
    return counts[state.code()];
  }

  public TaskState state(int index) {
    return TaskState.of(states[index]);
  }

  public int attempts(int index) {
    return attempts[index];
  }

  @Override
  public boolean succeeded() {
    return count(TaskState.SUCCEEDED) == spec.count();
  }

  /** A task of it can no longer succeed unless a retry puts it back. */
  boolean broken() {
    return count(TaskState.FAILED) + count(TaskState.SKIPPED) + count(TaskState.CANCELLED) > 0;
  }

  public int firstIndex() {
    return firstIndex;
  }

  @Override
  public Job job() {
    return job;
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public TaskGroup spec() {
    return spec;
  }

  void ran(long millis) {
    usualMillis = learned(usualMillis, millis);
  }

  void dumped(long millis) {
    usualDumpMillis = learned(usualDumpMillis, millis);
  }

  private static long learned(long usual, long millis) {
    long bounded = Math.max(0, Math.min(millis, RAN_MILLIS_MAX));
    return usual < 0 ? bounded : (3 * usual + bounded + 2) / 4;
  }

  @Override
  public long usualDumpMillis() {
    return usualDumpMillis;
  }

  @Override
  public long usualMillis() {
    return usualMillis;
  }

  void keepSafe(int index, int parts) {
    if (parts > safeParts(index)) {
      if (safe.length == 0) {
        safe = new int[spec.count()];
      }
      safe[index] = parts;
    }
  }

  /** A task that failed by itself starts over: its checkpoint may be what made it fail. */
  void forgetSafe(int index) {
    if (safe.length > 0) {
      safe[index] = 0;
    }
  }

  @Override
  public boolean hasSafeParts() {
    return safe.length > 0;
  }

  @Override
  public int safeParts(int indexInGroup) {
    return safe.length == 0 ? 0 : safe[indexInGroup];
  }

  @Override
  public boolean isSettled(int indexInGroup) {
    return state(indexInGroup).settled();
  }

  @Override
  public boolean isWaiting(int indexInGroup) {
    return states[indexInGroup] == TaskState.WAITING.code();
  }

  @Override
  public int liveAttempts(int indexInGroup) {
    return live[indexInGroup];
  }

  @Override
  public boolean open() {
    return missing == 0;
  }

  @Override
  public int waiting() {
    return waiting.size();
  }

  /** Whether all that the task comes after has succeeded. */
  boolean follows(int index) {
    return missingWhole == 0 && (!followsByIndex() || unmet[index] == 0);
  }

  /** How many more of its tasks may run at once. */
  int startsLeft() {
    return spec.parallel() == 0
        ? Integer.MAX_VALUE
        : Math.max(0, spec.parallel() - count(TaskState.RUNNING));
  }

  @Override
  public int ready() {
    return missingWhole > 0
        ? 0
        : Math.min(startsLeft(), (followsByIndex() ? released : waiting).size());
  }

  @Override
  public PrimitiveIterator.OfInt readyIndexes() {
    return (followsByIndex() ? released : waiting).iterator(ready());
  }

  @Override
  public TaskId task(int indexInGroup) {
    return new TaskId(job.id(), firstIndex + indexInGroup);
  }
}
