package io.windhover.experiments.hads;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.windhover.experiments.paper.BadData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * JSON of objects, texts and numbers, read whole; every complaint names file, line and field.
 *
 * @param where file and line
 * @param field the names on the way to it, with dots between
 * @param value the text of a number or string; a map of members; other things are refused
 */
record JsonTree(String where, String field, Object value) {
  private static final JsonFactory FACTORY = new JsonFactory();

  static JsonTree read(Path file) {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString(), 1);
    } catch (NoSuchFileException e) {
      throw new BadData(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new BadData(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Text that stands in the given file from the given line on. */
  static JsonTree parse(String text, String file, int firstLine) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return node(parser, file, firstLine, "");
    } catch (JacksonException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new BadData(
          "%s:%d: not JSON: %s".formatted(file, firstLine + line - 1, e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new BadData(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static JsonTree node(JsonParser parser, String file, int firstLine, String field)
      throws IOException {
    String where = file + ":" + (firstLine + parser.currentLocation().getLineNr() - 1);
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, JsonTree> members = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(
            name, node(parser, file, firstLine, field.isEmpty() ? name : field + "." + name));
      }
      return new JsonTree(where, field, members);
    }
    if (token != null && token.isScalarValue()) {
      return new JsonTree(where, field, parser.getText());
    }
    throw new BadData(
        "%s: %sexpected an object, a text or a number, is %s"
            .formatted(
                where, field.isEmpty() ? "" : field + ": ", token == null ? "empty" : token));
  }

  /** In the order of the file. */
  Map<String, JsonTree> members() {
    if (!(value instanceof Map<?, ?> map)) {
      throw expected("an object");
    }
    Map<String, JsonTree> members = new LinkedHashMap<>();
    map.forEach((name, member) -> members.put((String) name, (JsonTree) member));
    return Collections.unmodifiableMap(members);
  }

  JsonTree member(String name) {
    JsonTree member = members().get(name);
    if (member == null) {
      throw new BadData(
          "%s: %s: is missing".formatted(where, field.isEmpty() ? name : field + "." + name));
    }
    return member;
  }

  String text() {
    if (value instanceof String text) {
      return text;
    }
    throw expected("a text");
  }

  double number() {
    if (value instanceof String text) {
      try {
        double number = Double.parseDouble(text);
        if (number >= 0 && number < Double.POSITIVE_INFINITY) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw expected("a number, at least 0");
      }
    }
    throw expected("a number, at least 0");
  }

  int whole() {
    double number = number();
    if (number != Math.rint(number) || number > Integer.MAX_VALUE) {
      throw expected("a whole number, at least 0");
    }
    return (int) number;
  }

  /** A duration in seconds, as milliseconds. */
  long millis() {
    return Math.round(number() * 1000);
  }

  private BadData expected(String what) {
    String is = value instanceof Map ? "an object" : "'" + value + "'";
    return new BadData("%s: %s: expected %s, is %s".formatted(where, field, what, is));
  }
}
