package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes finished jobs leave the world when there are too many of them, or when they are so old that
 * they are not even kept on disk. They leave in a batch of their own at the end of a turn, so that
 * no wish of the same turn can be about one of them. When there are too many, some more leave than
 * must, so that the world need not be gone through at the end of every job.
 */
final class Departures {
  /** Jobs that leave in one turn, at most. */
  private static final int JOBS_MAX = 200;

  /** And no more of them once they have so many tasks: each state is written down. */
  private static final int TASKS_MAX = 100_000;

  /** One part in so many leaves beyond what must. */
  private static final int AHEAD_SHARE = 10;

  /** How often jobs are looked for that have become too old, or can leave now and could not. */
  private static final long LOOK_MILLIS = 60_000;

  private final World world;
  private final Keeping keeping;
  private final Owners owners;
  private final Origins origins;
  private final CheckpointKeeping checkpoints;
  private int finishedThen = -1;
  private long lookAtMillis = Long.MIN_VALUE;

  Departures(
      World world, Keeping keeping, Owners owners, Origins origins, CheckpointKeeping checkpoints) {
    this.world = world;
    this.keeping = keeping;
    this.owners = owners;
    this.origins = origins;
    this.checkpoints = checkpoints;
  }

  /**
   * Puts the departures that are due into an intake whose own events were taken; answers whether
   * there are any.
   */
  boolean fill(Intake intake, long nowMillis) {
    int finished = world.jobs().size() - world.liveJobs().size();
    boolean tooMany = finished > keeping.finishedJobs() && finished != finishedThen;
    if (keeping.keepsAllJobs() || (!tooMany && nowMillis < lookAtMillis)) {
      return false;
    }
    intake.events.clear();
    intake.results.clear();
    intake.texts.clear();
    intake.afterCommit.clear();
    Set<Integer> gone = new LinkedHashSet<>();
    int tasks = 0;
    boolean more = false;
    for (Job job : chosen(nowMillis)) {
      more = gone.size() >= JOBS_MAX || tasks >= TASKS_MAX;
      if (more) {
        break;
      }
      List<Job> tied = gone.contains(job.id()) ? List.of() : world.leaving(job.id());
      if (!tied.isEmpty()) {
        KeptJobs.write(tied, intake.texts);
        intake.events.add(new Event.JobForgotten(job.id()));
        checkpoints.placeOf(job).ifPresent(p -> intake.afterCommit.add(() -> checkpoints.sweep(p)));
        tied.forEach(one -> gone.add(one.id()));
        tasks += tied.stream().mapToInt(one -> one.spec().taskCount()).sum();
      }
    }
    gone.forEach(owners::left);
    gone.forEach(origins::left);
    finishedThen = finished - gone.size();
    lookAtMillis = more ? nowMillis : nowMillis + LOOK_MILLIS;
    return !gone.isEmpty();
  }

  /**
   * The jobs that should leave, those first that must leave first; of those that edits have tied
   * together the newest stands for all.
   */
  private List<Job> chosen(long nowMillis) {
    List<Job> failed = new ArrayList<>();
    List<Job> others = new ArrayList<>();
    Map<Integer, Integer> forms = new TreeMap<>();
    int finished = 0;
    for (Job job : world.jobs()) {
      if (job.endedAtMillis() >= 0) {
        finished++;
        forms.merge(world.newest(job).id(), 1, Integer::sum);
        if (!job.isReplaced()) {
          (canBeRetried(job) ? failed : others).add(job);
        }
      }
    }
    Comparator<Job> byEnd = Comparator.comparingLong(Job::endedAtMillis).thenComparingInt(Job::id);
    failed.sort(byEnd);
    others.sort(byEnd);
    List<Job> inTurn = new ArrayList<>(failed.subList(0, beyond(failed)));
    inTurn.addAll(others);
    inTurn.addAll(failed.subList(beyond(failed), failed.size()));
    boolean tooMany = finished > keeping.finishedJobs();
    int most = keeping.finishedJobs() - keeping.finishedJobs() / AHEAD_SHARE;
    List<Job> chosen = new ArrayList<>();
    for (Job job : inTurn) {
      boolean mustGo = tooMany && (finished > most || chosen.size() < beyond(failed));
      if (mustGo || isOld(job, nowMillis)) {
        chosen.add(job);
        finished -= forms.getOrDefault(job.id(), 0);
      }
    }
    return chosen;
  }

  /** How many of those that could be retried are more than may stay. */
  private int beyond(List<Job> failed) {
    return Math.max(0, failed.size() - keeping.failedJobs());
  }

  private boolean isOld(Job job, long nowMillis) {
    return nowMillis - job.endedAtMillis() > keeping.onDiskMillis();
  }

  private static boolean canBeRetried(Job job) {
    return job.count(TaskState.FAILED) + job.count(TaskState.SKIPPED) > 0
        && !job.cancelled()
        && !job.isReplaced()
        && job.rejection().isEmpty();
  }
}
