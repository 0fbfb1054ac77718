package io.windhover.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * JSON read piece by piece, so that a large file needs no more room than what is kept of it. Every
 * method begins at a value and ends at its last token.
 */
final class JsonStream implements Closeable {
  /** Python writes NaN; better to complain of the number than of the file. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final JsonParser parser;
  private final Problems problems;

  /** Reads the value of a field. */
  interface FieldStep {
    void read(String name) throws IOException, JobFileException;
  }

  /** Reads an item of a list. */
  interface ItemStep {
    void read(int index) throws IOException, JobFileException;
  }

  JsonStream(InputStream in, Problems problems) throws IOException {
    this.parser = FACTORY.createParser(in);
    this.problems = problems;
  }

  /** The whole file, which must be a map. */
  void document(FieldStep step) throws IOException, JobFileException {
    try {
      parser.nextToken();
      fields("", step);
      if (parser.nextToken() != null) {
        throw problems.fatal(line(), "", "not JSON: more after the end; expected one workflow");
      }
    } catch (JsonProcessingException e) {
      // What exceeds Jackson's limits comes without a place.
      int line = e.getLocation() == null ? line() : Math.max(1, e.getLocation().getLineNr());
      throw problems.fatal(
          line, "", "not JSON: %s; expected a whole WfCommons file".formatted(JsonReader.why(e)));
    }
  }

  /** Each field of a map; anything else is complained about. */
  void fields(String path, FieldStep step) throws IOException, JobFileException {
    if (!isA(JsonToken.START_OBJECT, path, "a map")) {
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      step.read(name);
    }
  }

  /** Each item of a list; anything else is complained about. */
  void items(String path, ItemStep step) throws IOException, JobFileException {
    if (!isA(JsonToken.START_ARRAY, path, "a list")) {
      return;
    }
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      step.read(index);
    }
  }

  private boolean isA(JsonToken start, String path, String what) throws IOException {
    if (parser.currentToken() == start) {
      return true;
    }
    problems.add(line(), path, "is not " + what + "; expected one");
    skip();
    return false;
  }

  /** A text, number or flag as written; empty, with a complaint, when it is none. */
  String text(String path) throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      return parser.getText();
    }
    problems.add(line(), path, "is neither text nor a number; expected one of them");
    skip();
    return "";
  }

  void skip() throws IOException {
    parser.skipChildren();
  }

  boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  int line() {
    return Math.max(1, parser.currentTokenLocation().getLineNr());
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
