package io.windhover.core.step;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job and its groups; knows which group opens when, and what one failure means for the rest. */
public final class Job implements JobView {
  private final int id;
  private JobSpec spec;
  private final long submittedAtMillis;
  private final List<Group> groups = new ArrayList<>();
  private final List<List<Group>> followers = new ArrayList<>();
  private final int[] counts = new int[TaskState.CODES];

  int liveAttempts;
  int retried;
  int lost;
  long endedAtMillis = -1;
  boolean cancelled;

  /** A failure has stopped the job: nothing more of it is started. */
  boolean halted;

  @Nullable String rejection;

  /**
   * The job that has taken this one's place, and the one whose place this has taken; 0 for none.
   */
  int replacedBy;

  int replaces;

  Job(int id, JobSpec spec, long submittedAtMillis) {
    this.id = id;
    this.spec = spec;
    this.submittedAtMillis = submittedAtMillis;
    int first = 0;
    for (TaskGroup group : spec.groups()) {
      groups.add(new Group(this, groups.size(), group, first));
      followers.add(new ArrayList<>());
      group.after().forEach(before -> followers.get(before).add(groups.get(groups.size() - 1)));
      first += group.count();
    }
    counts[TaskState.WAITING.code()] = first;
  }

  void count(TaskState state, int change) {
    counts[state.code()] += change;
  }

  void forget(TaskState state, int tasks) {
    counts[state.code()] -= tasks;
  }

  public int count(TaskState state) {
    return counts[state.code()];
  }

  boolean has(TaskId task) {
    Group last = groups.get(groups.size() - 1);
    return task.index() < last.firstIndex() + last.spec().count();
  }

  @Override
  public Group groupOf(TaskId task) {
    int low = 0;
    int high = groups.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (groups.get(middle).firstIndex() <= task.index()) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Group group = groups.get(low);
    if (task.index() - group.firstIndex() >= group.spec().count()) {
      throw new IllegalArgumentException("job " + id + " has no task " + task);
    }
    return group;
  }

  /** The task's name for people: the group, with the index when the group is an array. */
  public String nameOf(TaskId task) {
    Group group = groupOf(task);
    return group.spec().count() == 1
        ? group.spec().name()
        : group.spec().name() + "/" + (task.index() - group.firstIndex());
  }

  /** The task has succeeded. Answers the groups of which more may be ready now. */
  List<Group> succeeded(Group group, int index) {
    List<Group> changed = new ArrayList<>();
    for (Group follower : followers.get(group.ordinal())) {
      boolean byIndex = followsByIndex(follower, group);
      if (byIndex) {
        follower.meet(index);
        changed.add(follower);
      }
      if (group.succeeded()) {
        follower.missing--;
        if (!byIndex && --follower.missingWhole == 0) {
          changed.add(follower);
        }
      }
    }
    return changed;
  }

  private static boolean followsByIndex(Group follower, Group before) {
    return follower.spec().byIndex().contains(before.ordinal());
  }

  /** Tasks of a group that can no longer succeed: the one of this index, or several if it is -1. */
  private record Hopeless(Group group, int index) {}

  /**
   * The task has failed for good: skips what can, or should, no longer run. Answers the groups that
   * may have changed.
   */
  List<Group> skipAfterFailureOf(Group failed, int index) {
    if (!spec.keepGoing()) {
      halted = true;
      groups.forEach(Group::skipWaiting);
      return groups;
    }
    List<Group> changed = new ArrayList<>();
    List<Hopeless> hopeless = new ArrayList<>(List.of(new Hopeless(failed, index)));
    for (int i = 0; i < hopeless.size(); i++) {
      Hopeless before = hopeless.get(i);
      for (Group follower : followers.get(before.group().ordinal())) {
        boolean one = before.index() >= 0 && followsByIndex(follower, before.group());
        int skipped =
            one ? follower.skipWaiting(before.index()) : skipFollower(before.group(), follower);
        // A follower with nothing left to skip has been here before, and so have its own followers.
        if (skipped > 0) {
          changed.add(follower);
          hopeless.add(new Hopeless(follower, one ? before.index() : -1));
        }
      }
    }
    return changed;
  }

  private static int skipFollower(Group before, Group follower) {
    return followsByIndex(follower, before)
        ? follower.skipWaitingAfter(before)
        : follower.skipWaiting();
  }

  void cancelWaiting() {
    groups.forEach(group -> group.moveAllWaiting(TaskState.CANCELLED));
  }

  /** Puts back what was skipped and, if asked, what failed; what still cannot run stays skipped. */
  void putBack(boolean failedToo, String only) {
    if (count(TaskState.SKIPPED) == 0 && (!failedToo || count(TaskState.FAILED) == 0)) {
      return;
    }
    halted = false;
    for (Group group : groups) {
      group.putBack(TaskState.SKIPPED);
      if (failedToo && only.isEmpty()) {
        group.putBack(TaskState.FAILED);
      }
    }
    if (failedToo && !only.isEmpty()) {
      putBackFailed(only);
    }
    skipWhatCannotRun();
    if (!over()) {
      endedAtMillis = -1;
    }
  }

  /** Puts back the failed tasks that are meant, as the event has them; none if it means none. */
  private void putBackFailed(String only) {
    int slash = only.indexOf('/');
    Group group = groupNamed(slash < 0 ? only : only.substring(0, slash)).orElse(null);
    if (group == null) {
      return;
    }
    for (int i = 0; i < group.states.length; i++) {
      if ((slash < 0 || only.substring(slash + 1).equals(Integer.toString(i)))
          && group.state(i) == TaskState.FAILED) {
        group.putBack(i);
      }
    }
  }

  /** Finds out anew what waits for what, and skips what comes after a task that has failed. */
  void skipWhatCannotRun() {
    recountMissing();
    for (Group group : groups) {
      if (group.broken()) {
        followers.get(group.ordinal()).forEach(follower -> skipFollower(group, follower));
      }
    }
  }

  public Optional<Group> groupNamed(String name) {
    return groups.stream().filter(group -> group.spec().name().equals(name)).findFirst();
  }

  /** Takes another deadline, or another way with failures; the tasks stay as they are. */
  void amend(JobSpec amended) {
    spec =
        new JobSpec(
            spec.name(),
            spec.folder(),
            amended.deadline(),
            amended.keepGoing(),
            spec.groups(),
            spec.savable(),
            spec.stored());
  }

  /** Whether another job, with changed tasks, has taken this one's place. */
  public boolean isReplaced() {
    return replacedBy != 0;
  }

  /** The job that has taken its place; 0 for none. */
  public int replacedBy() {
    return replacedBy;
  }

  /** Whether it has taken the place of another job. */
  public boolean replacesAnother() {
    return replaces != 0;
  }

  /** The job whose place it has taken; 0 for none. */
  public int replaces() {
    return replaces;
  }

  void recountMissing() {
    groups.forEach(group -> group.recount(groups));
  }

  public int liveAttempts() {
    return liveAttempts;
  }

  /** How many times a task that had failed was put back by its own retries. */
  public int retried() {
    return retried;
  }

  /** How many attempts ended with their machine: they cost no retry. */
  public int lost() {
    return lost;
  }

  /** When nothing waited and nothing ran any more; -1 while the job is not over. */
  public long endedAtMillis() {
    return endedAtMillis;
  }

  public boolean cancelled() {
    return cancelled;
  }

  /** Why the policy refused the job. */
  public Optional<String> rejection() {
    return Optional.ofNullable(rejection);
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public JobSpec spec() {
    return spec;
  }

  @Override
  public long submittedAtMillis() {
    return submittedAtMillis;
  }

  @Override
  public long deadlineAtMillis() {
    return spec.deadline().atMillis(submittedAtMillis);
  }

  @Override
  public List<Group> groups() {
    return groups;
  }

  /** Every task has come to its end; an attempt that no longer matters may still be stopping. */
  boolean settled() {
    return count(TaskState.WAITING) == 0 && count(TaskState.RUNNING) == 0;
  }

  @Override
  public boolean over() {
    return liveAttempts == 0 && count(TaskState.WAITING) == 0;
  }
}
