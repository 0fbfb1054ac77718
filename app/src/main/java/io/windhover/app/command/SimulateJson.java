package io.windhover.app.command;

import io.windhover.app.simulate.References;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.policy.Chronicle;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A simulated run for programs: dollars and seconds, and null where there is no such thing. */
final class SimulateJson {
  private SimulateJson() {}

  static String of(SimulateReport shown) {
    RunRecord run = shown.record();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("scenario", shown.scenario().name());
    json.put("policy", shown.policy().name());
    json.put("settings", shown.policy().settings());
    json.put("seed", shown.seed());
    json.put("makespanSeconds", Json.seconds(run.makespanMillis()));
    long deadlineMillis = shown.job().deadline().atMillis(0);
    json.put(
        "deadlineSeconds",
        deadlineMillis == Deadline.NEVER_MILLIS ? null : Json.seconds(deadlineMillis));
    json.put("deadlineMet", run.deadlineMet());
    json.put("cost", dollars(run.costNanos()));
    json.put("onDemandOnlyCost", onDemandOnly(shown.references()));
    json.put("lowerBound", dollars(shown.references().bound().nanos()));
    json.put("hibernations", run.hibernations());
    json.put("freezes", run.freezes());
    json.put("meanHibernationSeconds", Json.seconds(run.meanHibernationMillis()));
    json.put("terminations", run.terminations());
    json.put("notices", run.notices());
    json.put("storageCost", dollars(run.storageNanos()));
    json.put("resumesBeforeTrigger", run.tally("resumesBeforeTrigger"));
    json.put("spotVms", run.spotVms());
    json.put("onDemandVms", run.onDemandVms());
    Map<String, Long> migrations = new LinkedHashMap<>();
    for (String to : List.of("idle", "busy", "onDemand")) {
      migrations.put(to, run.tally("migrations." + to));
    }
    json.put("migrations", migrations);
    json.put("stealCalls", run.tally("stealCalls"));
    json.put("stealsSucceeded", run.tally("stealsSucceeded"));
    json.put("checkpoints", run.checkpoints());
    json.put("recoveries", run.recoveries());
    json.put("cpuSavedSeconds", Json.seconds(run.cpuSavedMillis()));
    json.put("tallies", run.tallies());
    json.put("marks", run.marks().stream().map(SimulateJson::mark).toList());
    json.put("vms", run.vms().stream().map(SimulateJson::vm).toList());
    json.put("tasks", run.tasks().stream().map(SimulateJson::task).toList());
    return Json.line(json);
  }

  private static Map<String, @Nullable Object> onDemandOnly(References references) {
    Map<String, @Nullable Object> onDemand = new LinkedHashMap<>();
    onDemand.put("cycle", dollars(references.onDemandCycleNanos()));
    onDemand.put("release", dollars(references.onDemandReleaseNanos()));
    return onDemand;
  }

  static double dollars(long nanos) {
    return (double) nanos / Money.NANOS_PER_DOLLAR;
  }

  static @Nullable Double dollars(OptionalLong nanos) {
    return nanos.isPresent() ? dollars(nanos.getAsLong()) : null;
  }

  private static Map<String, Object> mark(Chronicle.Mark mark) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", mark.name());
    json.put("vm", mark.machine());
    json.put("at", Json.seconds(mark.atMillis()));
    return json;
  }

  private static Map<String, @Nullable Object> vm(VmRecord vm) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", vm.id());
    json.put("type", vm.type());
    json.put("market", vm.market().map(Market::text).orElse(null));
    json.put("cores", vm.cores());
    json.put("requested", Json.seconds(vm.requestedAtMillis()));
    json.put("start", vm.cameUp() ? Json.seconds(vm.readyAtMillis()) : null);
    json.put("end", Json.seconds(vm.endedAtMillis()));
    json.put("ended", word(vm.end()));
    json.put("cost", dollars(vm.costNanos()));
    json.put("storageCost", dollars(vm.storageNanos()));
    json.put("frozen", spans(vm.frozen()));
    json.put("notices", vm.notices().stream().map(Json::seconds).toList());
    return json;
  }

  private static Map<String, Object> task(TaskRecord task) {
    AttemptRecord first = task.attempts().get(0);
    AttemptRecord deciding = task.deciding();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", task.name());
    json.put("start", Json.seconds(first.startedAtMillis()));
    json.put("end", Json.seconds(deciding.endedAtMillis()));
    json.put("vm", deciding.machine());
    json.put("attempts", task.attempts().size());
    json.put("history", task.attempts().stream().map(SimulateJson::attempt).toList());
    return json;
  }

  private static Map<String, Object> attempt(AttemptRecord attempt) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("vm", attempt.machine());
    json.put("core", attempt.rows().isEmpty() ? 0 : attempt.rows().get(0));
    json.put("start", Json.seconds(attempt.startedAtMillis()));
    json.put("end", Json.seconds(attempt.endedAtMillis()));
    json.put("outcome", word(attempt.outcome()));
    json.put("startShare", attempt.startParts() / 1e6);
    json.put("checkpoints", spans(attempt.checkpoints()));
    return json;
  }

  private static List<List<Double>> spans(List<Span> spans) {
    return spans.stream()
        .map(s -> List.of(Json.seconds(s.fromMillis()), Json.seconds(s.toMillis())))
        .toList();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
