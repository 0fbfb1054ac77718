package io.windhover.app.command;

import io.windhover.app.simulate.StreamTotals;
import io.windhover.core.model.Deadline;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.TypeUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A simulated stream for programs: dollars and seconds, and null where there is no such thing. */
final class StreamJson {
  private static final double HOUR_MILLIS = 3_600_000;

  private StreamJson() {}

  static String of(StreamReport shown) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("scenario", shown.scenario().name());
    json.put("policy", shown.policy().name());
    json.put("settings", shown.policy().settings());
    json.put("seed", shown.totals().seed());
    json.put("tasks", shown.tasks());
    json.putAll(totals(shown.totals()));
    json.put("classes", classes(shown.record().jobs()));
    json.put("types", shown.record().use().stream().map(StreamJson::type).toList());
    json.put("tallies", shown.record().tallies());
    json.put("jobList", shown.record().jobs().stream().map(StreamJson::job).toList());
    return Json.line(json);
  }

  /** What is told of every run. */
  static Map<String, @Nullable Object> totals(StreamTotals totals) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("jobs", totals.jobs());
    json.put("inTime", totals.inTime());
    json.put("inTimeShare", totals.inTimeShare());
    json.put("undone", totals.undone());
    json.put("undoneReason", totals.undoneReason().orElse(null));
    json.put("meanLatenessSeconds", totals.meanLatenessMillis() / 1000);
    json.put("leastSlackSeconds", seconds(totals.leastSlackMillis()));
    json.put("cost", SimulateJson.dollars(totals.costNanos()));
    json.put("costPerJob", SimulateJson.dollars(Math.round(totals.costNanosPerJob())));
    json.put("lowerBound", SimulateJson.dollars(totals.bound().nanos()));
    json.put("paidHours", totals.paidMillis() / HOUR_MILLIS);
    json.put("utilisation", totals.utilisation());
    json.put("launches", totals.launches());
    json.put("releases", totals.releases());
    json.put("failedAttempts", totals.failedAttempts());
    json.put("lostVms", totals.lostMachines());
    json.put("hibernations", totals.hibernations());
    json.put("terminations", totals.terminations());
    json.put("notices", totals.notices());
    json.put("endedSeconds", Json.seconds(totals.endedAtMillis()));
    return json;
  }

  private static @Nullable Double seconds(OptionalLong millis) {
    return millis.isPresent() ? Json.seconds(millis.getAsLong()) : null;
  }

  private static List<Map<String, @Nullable Object>> classes(List<JobRecord> jobs) {
    List<Map<String, @Nullable Object>> classes = new ArrayList<>();
    StreamText.kinds(jobs)
        .forEach(
            (name, kind) -> {
              Map<String, @Nullable Object> json = new LinkedHashMap<>();
              json.put("name", name);
              json.put("jobs", kind.jobs);
              json.put("inTime", kind.inTime);
              boolean due = kind.deadlineMillis != Deadline.NEVER_MILLIS;
              json.put("deadlineSeconds", due ? Json.seconds(kind.deadlineMillis) : null);
              json.put(
                  "meanMakespanSeconds",
                  kind.done == 0 ? null : Json.seconds(kind.makespanMillis / kind.done));
              json.put(
                  "largestMakespanSeconds",
                  kind.done == 0 ? null : Json.seconds(kind.largestMillis));
              classes.add(json);
            });
    return classes;
  }

  private static Map<String, Object> type(TypeUse use) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", use.type());
    json.put("market", use.market().text());
    json.put("launches", use.launches());
    json.put("releases", use.releases());
    json.put("paidHours", use.paidMillis() / HOUR_MILLIS);
    json.put("busyCoreHours", use.busyCoreMillis() / HOUR_MILLIS);
    json.put("utilisation", use.utilisation());
    json.put("cost", SimulateJson.dollars(use.costNanos()));
    return json;
  }

  private static Map<String, @Nullable Object> job(JobRecord job) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", job.id());
    json.put("class", job.name());
    json.put("tasks", job.tasks());
    json.put("submitted", Json.seconds(job.submittedAtMillis()));
    json.put("end", job.endedAtMillis() < 0 ? null : Json.seconds(job.endedAtMillis()));
    boolean due = job.deadlineAtMillis() != Deadline.NEVER_MILLIS;
    json.put("deadline", due ? Json.seconds(job.deadlineAtMillis()) : null);
    json.put("done", job.succeeded());
    json.put("inTime", job.deadlineMet());
    return json;
  }
}
