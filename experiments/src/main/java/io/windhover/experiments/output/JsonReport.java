package io.windhover.experiments.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Row.Extra;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** A report as one JSON object on one line. Members may be added, never change their meaning. */
public final class JsonReport {
  private JsonReport() {}

  public static String of(Report report, String commit, double wallSeconds) {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("paper", report.paper());
      json.writeStringField("commit", commit);
      json.writeNumberField("seeds", report.seeds());
      number("wallSeconds", wallSeconds, json);
      json.writeArrayFieldStart("rows");
      for (Row row : report.rows()) {
        write(row, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("checks");
      for (Check check : report.checks()) {
        write(check, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("notes");
      for (String note : report.notes()) {
        json.writeString(note);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return text.toString();
  }

  private static void write(Row row, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("figure", row.figure());
    json.writeStringField("case", row.situation());
    json.writeStringField("policy", row.policy());
    json.writeStringField("metric", row.metric());
    write(row.paper(), json);
    if (row.counted()) {
      number("ours", row.ours(), json);
    } else {
      json.writeNullField("ours");
    }
    if (row.spread().isNone()) {
      json.writeNullField("p10");
      json.writeNullField("p90");
    } else {
      number("p10", row.spread().p10(), json);
      number("p90", row.spread().p90(), json);
    }
    json.writeStringField("unit", row.unit());
    for (Extra key : row.keys()) {
      write(key, json);
    }
    json.writeEndObject();
  }

  private static void write(Published paper, JsonGenerator json) throws IOException {
    if (paper instanceof Published.Value published) {
      number("paper", published.value(), json);
    } else if (paper instanceof Published.Range range) {
      json.writeObjectFieldStart("paper");
      number("low", range.low(), json);
      number("high", range.high(), json);
      json.writeEndObject();
    } else {
      json.writeNullField("paper");
    }
  }

  private static void write(Extra key, JsonGenerator json) throws IOException {
    if (key.value() instanceof Number number) {
      number(key.name(), number.doubleValue(), json);
    } else if (key.value() instanceof Boolean truth) {
      json.writeBooleanField(key.name(), truth);
    } else {
      json.writeStringField(key.name(), key.value().toString());
    }
  }

  private static void write(Check check, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", check.name());
    json.writeBooleanField("ok", check.ok());
    json.writeStringField("detail", check.detail());
    json.writeEndObject();
  }

  private static void number(String name, double value, JsonGenerator json) throws IOException {
    json.writeFieldName(name);
    json.writeNumber(Numbers.exact(value));
  }
}
