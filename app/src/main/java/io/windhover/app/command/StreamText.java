package io.windhover.app.command;

import io.windhover.app.simulate.StreamTotals;
import io.windhover.core.model.Deadline;
import io.windhover.core.words.Counted;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.TypeUse;
import io.windhover.workload.Durations;
import io.windhover.workload.scenario.Scenario;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A simulated stream for people. */
final class StreamText {
  private static final double HOUR_MILLIS = 3_600_000;

  private StreamText() {}

  static void print(StreamReport shown, PrintWriter out) {
    StreamTotals totals = shown.totals();
    out.printf(
        "%s: %s of %s, the last after %s; policy %s, seed %d%n%n",
        shown.scenario().name(),
        Words.jobs(totals.jobs()),
        Words.tasks(shown.tasks()),
        Durations.format(shown.lastArrivalMillis()),
        shown.policy().name(),
        totals.seed());
    summary(shown, out);
    out.println();
    classes(shown.record().jobs(), out);
    out.println();
    types(shown.record().use(), out);
  }

  private static void summary(StreamReport shown, PrintWriter out) {
    StreamTotals totals = shown.totals();
    line(
        out,
        "in time",
        "%s of %s, %s"
            .formatted(
                Words.number(totals.inTime()),
                Words.jobs(totals.jobs()),
                percent(totals.inTimeShare())));
    closest(shown.record().jobs()).ifPresent(job -> line(out, "latest", latest(job)));
    if (totals.undone() > 0) {
      line(
          out,
          "not done",
          Words.jobs(totals.undone()) + totals.undoneReason().map(why -> ": " + why).orElse(""));
    }
    line(
        out,
        "cost",
        "%s, %s a job"
            .formatted(
                SimulateReport.dollars(totals.costNanos()),
                SimulateReport.dollars(Math.round(totals.costNanosPerJob()))));
    bound(totals).ifPresent(text -> line(out, "bound", text));
    line(
        out,
        "VMs",
        "%s rented, %s given back; %s of %s VM hours paid for were work"
            .formatted(
                Words.number(totals.launches()),
                Words.number(totals.releases()),
                percent(totals.utilisation()),
                hours(totals.paidMillis())));
    setbacks(totals).ifPresent(text -> line(out, "setbacks", text));
    market(shown.scenario(), totals).ifPresent(text -> line(out, "market", text));
  }

  static int count(MarketEvents event, StreamTotals totals) {
    return switch (event) {
      case HIBERNATIONS -> totals.hibernations();
      case TERMINATIONS -> totals.terminations();
      case NOTICES -> totals.notices();
    };
  }

  private static Optional<String> market(Scenario scenario, StreamTotals totals) {
    List<String> parts = new ArrayList<>();
    for (MarketEvents event : MarketEvents.values()) {
      int count = count(event, totals);
      if (event.told(scenario, count)) {
        String one = event.word().substring(0, event.word().length() - 1);
        parts.add(count == 0 ? "no " + event.word() : Counted.of(count, one));
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  /** Only of what there was. */
  private static Optional<String> setbacks(StreamTotals totals) {
    List<String> parts = new ArrayList<>();
    int failed = totals.failedAttempts();
    if (failed > 0) {
      parts.add(Counted.of(failed, "attempt") + " failed");
    }
    int lost = totals.lostMachines();
    if (lost > 0) {
      parts.add(Counted.of(lost, "VM was", "VMs were") + " lost");
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  private static Optional<String> bound(StreamTotals totals) {
    if (totals.bound().noneInTime()) {
      return Optional.of("no way to do all jobs is in time");
    }
    OptionalLong nanos = totals.bound().nanos();
    return nanos.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "no way to be in time costs less than "
                + SimulateReport.dollars(nanos.getAsLong())
                + totals.timesBound().map(StreamText::times).orElse(""));
  }

  private static void line(PrintWriter out, String name, String text) {
    out.printf("%-10s%s%n", name, text);
  }

  private static String times(double factor) {
    return factor < 1 ? "" : String.format(Locale.ROOT, "; this is %.2f times that", factor);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String hours(long millis) {
    return String.format(Locale.ROOT, "%,.1f", millis / HOUR_MILLIS);
  }

  /** The job that came closest to its deadline, or was the latest. */
  private static Optional<JobRecord> closest(List<JobRecord> jobs) {
    return jobs.stream()
        .filter(job -> job.succeeded() && job.deadlineAtMillis() != Deadline.NEVER_MILLIS)
        .min((a, b) -> Long.compare(slackMillis(a), slackMillis(b)));
  }

  static long slackMillis(JobRecord job) {
    return job.deadlineAtMillis() - job.endedAtMillis();
  }

  private static String latest(JobRecord job) {
    long slack = slackMillis(job);
    return "job %d (%s) ended %s %s"
        .formatted(
            job.id(),
            job.name(),
            Durations.format(Math.abs(slack)),
            slack >= 0 ? "before its deadline" : "AFTER ITS DEADLINE");
  }

  /** The jobs of a class together. */
  static final class Kind {
    int jobs;
    int inTime;
    int done;
    long makespanMillis;
    long largestMillis;
    long deadlineMillis = Deadline.NEVER_MILLIS;
  }

  static Map<String, Kind> kinds(List<JobRecord> jobs) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (JobRecord job : jobs) {
      Kind kind = kinds.computeIfAbsent(job.name(), n -> new Kind());
      kind.jobs++;
      kind.inTime += job.deadlineMet() ? 1 : 0;
      if (job.succeeded()) {
        kind.done++;
        kind.makespanMillis += job.makespanMillis();
        kind.largestMillis = Math.max(kind.largestMillis, job.makespanMillis());
      }
      if (job.deadlineAtMillis() != Deadline.NEVER_MILLIS) {
        kind.deadlineMillis = job.deadlineAtMillis() - job.submittedAtMillis();
      }
    }
    return kinds;
  }

  private static void classes(List<JobRecord> jobs, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("jobs", "count", "deadline", "in time", "took on average", "at most"));
    kinds(jobs)
        .forEach(
            (name, kind) ->
                rows.add(
                    List.of(
                        name,
                        Words.number(kind.jobs),
                        kind.deadlineMillis == Deadline.NEVER_MILLIS
                            ? "-"
                            : Durations.format(kind.deadlineMillis),
                        percent((double) kind.inTime / kind.jobs),
                        kind.done == 0 ? "-" : Durations.format(kind.makespanMillis / kind.done),
                        kind.done == 0 ? "-" : Durations.format(kind.largestMillis))));
    Table.print(rows, out);
  }

  private static void types(List<TypeUse> use, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("VMs", "rented", "given back", "hours paid", "utilisation", "cost"));
    for (TypeUse type : use) {
      rows.add(
          List.of(
              type.type() + " " + type.market().text(),
              Words.number(type.launches()),
              Words.number(type.releases()),
              hours(type.paidMillis()),
              percent(type.utilisation()),
              SimulateReport.dollars(type.costNanos())));
    }
    Table.print(rows, out);
  }
}
