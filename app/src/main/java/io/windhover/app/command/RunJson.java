package io.windhover.app.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windhover.app.local.RentedTotals;
import io.windhover.app.local.RunOutcome;
import io.windhover.app.local.RunOutcome.FailedTask;
import io.windhover.manager.Progress.JobProgress;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** The outcome of a run as one line of JSON. Members may be added, never change their meaning. */
final class RunJson {
  private RunJson() {}

  static String of(RunOutcome outcome) {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      write(outcome, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return text.toString();
  }

  private static void write(RunOutcome outcome, JsonGenerator json) throws IOException {
    JobProgress job = outcome.job();
    json.writeStartObject();
    json.writeNumberField("job", job.id());
    json.writeStringField("name", job.name());
    json.writeNumberField("tasks", job.tasks());
    json.writeNumberField("succeeded", job.succeeded());
    json.writeNumberField("failed", job.failed());
    json.writeNumberField("cancelled", job.cancelled());
    json.writeNumberField("skipped", job.skipped());
    json.writeNumberField("retried", job.retried());
    json.writeNumberField("lost", job.lost());
    json.writeNumberField("left", job.waiting() + job.running());
    json.writeNumberField("seconds", outcome.millis() / 1000.0);
    if (outcome.deadlineMet().isPresent()) {
      json.writeBooleanField("deadlineMet", outcome.deadlineMet().get());
    } else {
      json.writeNullField("deadlineMet");
    }
    json.writeNumberField("exitCode", outcome.exitCode().number());
    json.writeStringField("dir", outcome.folder().toAbsolutePath().normalize().toString());
    if (outcome.problem().isPresent()) {
      json.writeStringField("problem", outcome.problem().get());
    }
    if (outcome.rented().isPresent()) {
      write(outcome.rented().get(), json);
      deadline(outcome, json);
    }
    json.writeArrayFieldStart("failures");
    for (FailedTask task : outcome.failures()) {
      write(task, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(RentedTotals rented, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("cost");
    json.writeNumberField("spent", dollars(rented.spentNanos()));
    if (rented.onDemandOnlyNanos().isPresent()) {
      json.writeNumberField("onDemandOnly", dollars(rented.onDemandOnlyNanos().getAsLong()));
    } else {
      json.writeNullField("onDemandOnly");
    }
    json.writeStringField("currency", "USD");
    json.writeEndObject();
    json.writeObjectFieldStart("machines");
    json.writeNumberField("rented", rented.rented());
    json.writeNumberField("hibernated", rented.hibernated());
    json.writeNumberField("lost", rented.lost());
    json.writeNumberField("left", rented.left().size());
    json.writeEndObject();
  }

  private static BigDecimal dollars(long nanos) {
    return BigDecimal.valueOf(nanos, 9);
  }

  /** Whether it was kept, and how much later it could have ended; negative when it was missed. */
  private static void deadline(RunOutcome outcome, JsonGenerator json) throws IOException {
    if (outcome.deadlineMet().isEmpty()) {
      json.writeNullField("deadline");
      return;
    }
    JobProgress job = outcome.job();
    json.writeObjectFieldStart("deadline");
    json.writeBooleanField("kept", outcome.deadlineMet().get());
    json.writeNumberField("spareSeconds", (job.deadlineAtMillis() - job.endedAtMillis()) / 1000.0);
    json.writeEndObject();
  }

  private static void write(FailedTask task, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("task", task.task());
    json.writeNumberField("index", task.index());
    json.writeNumberField("attempt", task.attempt());
    if (task.exit().isPresent()) {
      json.writeNumberField("exit", task.exit().get());
    } else {
      json.writeNullField("exit");
    }
    json.writeStringField("why", task.why());
    if (task.known().line() != null) {
      json.writeNumberField("line", task.known().line());
    }
    if (task.known().arrayTaskId() != null) {
      json.writeNumberField("arrayTaskId", task.known().arrayTaskId());
    }
    json.writeStringField("command", task.known().command());
    if (task.known().source() != null) {
      json.writeStringField("source", task.known().source());
    }
    json.writeStringField("log", task.log().toAbsolutePath().normalize().toString());
    json.writeEndObject();
  }
}
