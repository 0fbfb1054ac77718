package io.windhover.manager;

import io.windhover.core.step.Job;
import io.windhover.core.step.Snapshot;
import io.windhover.core.step.Snapshots;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Jobs that have left the world and are kept on disk, as texts beside the journal: what a snapshot
 * would have of each, its numbers, and an entry by which the oldest are found when their time is
 * up. They are written in the commit that makes the jobs leave, so a job is in the world or here.
 */
public final class KeptJobs {
  private static final String STATE = "kept/";

  /** Followed by when the job ended and its id, so that these keys are in the order of the ends. */
  static final String BY_END = "left/";

  private KeptJobs() {}

  static String stateKey(int job) {
    return STATE + job;
  }

  static String endKey(long endedAtMillis, int job) {
    return "%s%s%d".formatted(BY_END, endPart(endedAtMillis), job);
  }

  static String endPart(long endedAtMillis) {
    return "%016d/".formatted(endedAtMillis);
  }

  /** The key of the numbers of a job that is over. */
  static String progressKey(int job) {
    return Bookkeeping.PROGRESS + "/" + job;
  }

  /** Under this key a pool's manager keeps whether the job is in its owner's roster. */
  public static String rosterKey(int job) {
    return "roster/" + job;
  }

  /**
   * Puts what is kept of jobs that leave together among the texts of a commit.
   *
   * @param tied jobs that edits have tied together, in the order of the edits
   */
  static void write(List<Job> tied, Map<String, String> texts) {
    String ids =
        tied.stream().map(job -> Integer.toString(job.id())).collect(Collectors.joining(" "));
    long endedAtMillis = tied.get(tied.size() - 1).endedAtMillis();
    for (Job job : tied) {
      texts.put(stateKey(job.id()), ids + "\n" + JournalCodec.encode(Snapshots.of(job)));
      texts.put(progressKey(job.id()), JournalCodec.encode(Progress.of(job)));
      texts.put(endKey(endedAtMillis, job.id()), "1");
    }
  }

  /**
   * A world that has this job, and those that edits have tied it to, as they were when they left.
   * Empty when the job has not left, or its time on disk is over.
   */
  public static Optional<World> world(StoreView store, int job) {
    Optional<String> text = store.value(stateKey(job));
    if (text.isEmpty()) {
      return Optional.empty();
    }
    List<Snapshot.JobPart> parts = new ArrayList<>();
    long endedAtMillis = 0;
    for (String id : text.get().substring(0, text.get().indexOf('\n')).split(" ", -1)) {
      int tied = Integer.parseInt(id);
      Optional<String> state = tied == job ? text : store.value(stateKey(tied));
      if (state.isEmpty()) {
        return Optional.empty(); // Its time is up just now.
      }
      String json = state.get().substring(state.get().indexOf('\n') + 1);
      Snapshot.JobPart part = JournalCodec.jobPart(json);
      parts.add(part);
      endedAtMillis = Math.max(endedAtMillis, part.endedAtMillis());
    }
    return Optional.of(Snapshots.restore(parts, endedAtMillis));
  }

  /** The numbers of a job that has left; empty when it has not, or is no longer on disk. */
  public static Optional<JobProgress> progress(StoreView store, int job) {
    return store.value(progressKey(job)).map(JournalCodec::job);
  }
}
