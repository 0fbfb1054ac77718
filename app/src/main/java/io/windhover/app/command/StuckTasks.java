package io.windhover.app.command;

import io.windhover.manager.Progress.JobProgress;
import java.util.List;
import java.util.Set;

/**
 * Tells of tasks that wait in vain: nothing of the job runs, and no machine there is could ever
 * take them. Status and watch say so, since a progress that stands still says nothing.
 */
final class StuckTasks {
  /** Reasons that no waiting ends, as {@link Explanation#reason} names them. */
  private static final Set<String> FOR_GOOD = Set.of("nobodyOffers", "tooLarge");

  private StuckTasks() {}

  /** A line for each group of tasks that cannot run; none while anything of the job runs. */
  static List<String> lines(JobSource source, JobReport report) {
    JobProgress job = report.job();
    if (!report.live() || job.over() || job.running() > 0 || job.waiting() == 0) {
      return List.of();
    }
    return source.explanations(report).stream()
        .filter(waiting -> FOR_GOOD.contains(waiting.reason()))
        .map(StuckTasks::line)
        .toList();
  }

  private static String line(Explanation waiting) {
    return "%s of %s can never run on the machines there are: %s"
        .formatted(Words.tasks(waiting.tasks()), waiting.group(), waiting.why());
  }
}
