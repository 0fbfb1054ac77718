package io.windhover.app.command;

import io.windhover.app.state.JobOutcome;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.Pace;
import io.windhover.host.Holder;
import io.windhover.manager.Progress;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a job stands, gathered once, to be shown as text or as JSON. */
record JobReport(Place place, JobProgress job, int machines, Optional<Pace> pace, long nowMillis) {

  /**
   * Where the job is and who works on it.
   *
   * @param live whether anybody does
   * @param dir its state folder, if that is within reach
   * @param pool what its pool is called; null for a run of one's own
   * @param line the place, for people
   * @param resume the command that goes on with it, if one is known
   * @param howToResume the same for people
   */
  record Place(
      boolean live,
      Optional<Holder> holder,
      @Nullable String dir,
      @Nullable String pool,
      String line,
      @Nullable String resume,
      String howToResume) {
    static Place of(OpenRun run, Optional<Holder> holder) {
      return new Place(
          holder.isPresent(),
          holder,
          run.folder().toAbsolutePath().normalize().toString(),
          null,
          "state in " + run.folder(),
          run.resumeCommand().orElse(null),
          run.howToResume());
    }
  }

  /** What JSON shows; names mean what they mean in the run command's JSON. */
  record Shown(
      int job,
      String name,
      String state,
      int tasks,
      int succeeded,
      int failed,
      int cancelled,
      int skipped,
      int waiting,
      int running,
      int stopping,
      int retried,
      int lost,
      double seconds,
      @Nullable String submitted,
      @Nullable String ended,
      @Nullable String deadline,
      @Nullable Double secondsToDeadline,
      @Nullable Double tasksPerSecond,
      @Nullable Double secondsLeft,
      @Nullable String refused,
      int machines,
      @Nullable String dir,
      @Nullable String pool,
      @Nullable By holder,
      @Nullable String resume) {}

  /** The process that works on the run. */
  record By(long pid, String host, String since, String command) {}

  static JobReport of(OpenRun run, @Nullable String wanted) {
    Optional<Holder> holder = run.holder();
    Progress progress = run.progress(holder.isPresent());
    JobProgress job = run.job(holder.isPresent(), wanted);
    long nowMillis = System.currentTimeMillis();
    Optional<Pace> pace =
        job.over()
            ? Optional.empty()
            : holder.flatMap(by -> Pace.of(job, by, run.view(), nowMillis));
    return new JobReport(Place.of(run, holder), job, progress.machines(), pace, nowMillis);
  }

  /** All jobs of a run, newest first. */
  static List<JobReport> all(OpenRun run) {
    Optional<Holder> holder = run.holder();
    Progress progress = run.progress(holder.isPresent());
    long nowMillis = System.currentTimeMillis();
    Place place = Place.of(run, holder);
    return run.jobs(holder.isPresent()).all().stream()
        .map(job -> new JobReport(place, job, progress.machines(), Optional.empty(), nowMillis))
        .toList();
  }

  boolean live() {
    return place.live();
  }

  JobOutcome outcome() {
    return JobOutcome.of(job, live());
  }

  Shown shown() {
    boolean hasDeadline = job.deadlineAtMillis() != Long.MAX_VALUE;
    long untilMillis = job.over() ? job.endedAtMillis() : nowMillis;
    return new Shown(
        job.id(),
        job.name(),
        outcome().name().toLowerCase(Locale.ROOT),
        job.tasks(),
        job.succeeded(),
        job.failed(),
        job.cancelled(),
        job.skipped(),
        job.waiting(),
        job.running(),
        job.stopping(),
        job.retried(),
        job.lost(),
        Json.seconds(untilMillis - job.submittedAtMillis()),
        Json.time(job.submittedAtMillis()),
        Json.time(job.endedAtMillis()),
        Json.time(job.deadlineAtMillis()),
        hasDeadline ? Json.seconds(job.deadlineAtMillis() - untilMillis) : null,
        pace.map(Pace::tasksPerSecond).orElse(null),
        pace.map(Pace::secondsLeft).orElse(null),
        job.rejection().isEmpty() ? null : job.rejection(),
        live() ? machines : 0,
        place.dir(),
        place.pool(),
        place
            .holder()
            .map(h -> new By(h.pid(), h.host(), h.since().toString(), h.command()))
            .orElse(null),
        place.resume());
  }

  void print(PrintWriter out) {
    out.println(Words.title(job) + ": " + sentence());
    out.println("  " + Words.tasks(job.tasks()) + ": " + Words.counts(job, live()));
    pace.ifPresent(
        p ->
            out.printf(
                "  %s, about %s left%n",
                Words.rate(p.tasksPerSecond()), Durations.format((long) (p.secondsLeft() * 1000))));
    String deadline = Words.deadline(job, nowMillis);
    if (!deadline.isEmpty()) {
      out.println("  " + deadline);
    }
    place.holder().ifPresent(h -> out.println("  " + h.describe()));
    if (!live() && !job.over()) {
      out.println("  nobody is running it; " + place.howToResume());
    }
    out.println("  " + place.line());
  }

  private String sentence() {
    String took = " after " + Durations.format(endMillis() - job.submittedAtMillis());
    return switch (outcome()) {
      case RUNNING -> "running";
      case CANCELLING -> "cancelled, its last tasks are being ended";
      case STOPPED -> "stopped before its end";
      case DONE -> "done" + took;
      case LATE -> "done, but late," + took;
      case FAILED -> "failed" + took;
      case CANCELLED -> "cancelled" + took;
      case REFUSED -> "failed" + took + ", refused: " + job.rejection();
    };
  }

  private long endMillis() {
    return job.over() ? job.endedAtMillis() : nowMillis;
  }
}
