package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.windhover.app.job.JobJson;
import io.windhover.app.job.JobOutcome;
import io.windhover.app.job.JobStatus;
import io.windhover.app.job.JobWords;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RunPace;
import io.windhover.host.Holder;
import io.windhover.manager.Progress;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a job stands and where it is, gathered once, to be shown as text or as JSON. */
record JobReport(JobStatus status, Place place, int machines, Optional<RunPace> pace) {
  /**
   * Where the job is and who works on it.
   *
   * @param dir its state folder, if that is within reach
   * @param pool what its pool is called; null for a run of one's own
   * @param line the place, for people
   * @param resume the command that goes on with it, if one is known
   * @param howToResume the same for people
   */
  record Place(
      Optional<Holder> holder,
      @Nullable String dir,
      @Nullable String pool,
      String line,
      @Nullable String resume,
      String howToResume) {
    static Place of(OpenRun run, Optional<Holder> holder) {
      return new Place(
          holder,
          run.folder().toAbsolutePath().normalize().toString(),
          null,
          "state in " + run.folder(),
          run.resumeCommand().orElse(null),
          run.howToResume());
    }
  }

  /** What JSON shows; names mean what they mean in the run command's JSON. Jobs adds the owner. */
  record ReportJson(
      @JsonUnwrapped @JsonIgnoreProperties("owner") JobJson job,
      @Nullable Double tasksPerSecond,
      @Nullable Double secondsLeft,
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
    long nowMillis = run.nowMillis();
    Optional<RunPace> pace =
        job.over()
            ? Optional.empty()
            : holder.flatMap(by -> RunPace.of(job, by, run.view(), nowMillis));
    var status = new JobStatus(job, "", holder.isPresent(), nowMillis);
    return new JobReport(status, Place.of(run, holder), progress.machines(), pace);
  }

  /** All jobs of a run, newest first. */
  static List<JobReport> all(OpenRun run, String owner) {
    Optional<Holder> holder = run.holder();
    Progress progress = run.progress(holder.isPresent());
    long nowMillis = run.nowMillis();
    Place place = Place.of(run, holder);
    return run.jobs(holder.isPresent()).all().stream()
        .map(job -> new JobStatus(job, owner, holder.isPresent(), nowMillis))
        .map(status -> new JobReport(status, place, progress.machines(), Optional.empty()))
        .toList();
  }

  JobProgress job() {
    return status.job();
  }

  boolean live() {
    return status.live();
  }

  JobOutcome outcome() {
    return status.outcome();
  }

  ReportJson json() {
    return new ReportJson(
        JobJson.of(status),
        pace.map(RunPace::tasksPerSecond).orElse(null),
        pace.map(RunPace::secondsLeft).orElse(null),
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
    out.println(JobWords.title(job()) + ": " + JobWords.standing(status));
    out.println("  " + Words.tasks(job().tasks()) + ": " + JobWords.counts(status));
    pace.ifPresent(
        p ->
            out.printf(
                "  %s, about %s left%n",
                Words.rate(p.tasksPerSecond()), Durations.format((long) (p.secondsLeft() * 1000))));
    String deadline = JobWords.deadline(status);
    if (!deadline.isEmpty()) {
      out.println("  " + deadline);
    }
    place.holder().ifPresent(h -> out.println("  " + h.describe()));
    if (!live() && !job().over()) {
      out.println("  nobody is running it; " + place.howToResume());
    }
    out.println("  " + place.line());
  }
}
