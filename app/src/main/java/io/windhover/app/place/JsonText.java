package io.windhover.app.place;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;

/** Reads JSON of strangers: strict, and bounded in every way. */
final class JsonText {
  private static final int DEPTH_MAX = 20;
  private static final int TEXT_CHARS_MAX = 100_000;
  private static final int NUMBER_CHARS_MAX = 40;

  private static final JsonMapper MAPPER = mapper();

  private JsonText() {}

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Read only to be refused by name, with the field they stand in.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEPTH_MAX)
                .maxStringLength(TEXT_CHARS_MAX)
                .maxNameLength(TEXT_CHARS_MAX)
                .maxNumberLength(NUMBER_CHARS_MAX)
                .build());
    return mapper;
  }

  static JsonParser parser(InputStream in) throws IOException {
    return MAPPER.createParser(in);
  }

  /** The value the parser stands at. */
  static JsonNode value(JsonParser parser) throws IOException {
    return MAPPER.readTree(parser);
  }

  /** The one value of a text. */
  static JsonNode only(byte[] text) throws IOException {
    try (JsonParser parser = MAPPER.createParser(text)) {
      return only(parser);
    }
  }

  static JsonNode only(JsonParser parser) throws IOException {
    if (parser.nextToken() == null) {
      throw new BadField("", "is empty; expected a JSON object");
    }
    JsonNode value = value(parser);
    refuseMore(parser);
    return value;
  }

  static void refuseMore(JsonParser parser) throws IOException {
    if (parser.nextToken() != null) {
      throw new BadField("", "goes on after its end, " + place(parser) + "; expected one object");
    }
  }

  private static String place(JsonParser parser) {
    return "in line " + parser.currentLocation().getLineNr();
  }

  /** What the parser did not like, on one line. */
  static BadField notJson(JsonProcessingException e, String path) {
    String why = e.getOriginalMessage().lines().findFirst().orElse("");
    String shown = why.length() > 160 ? why.substring(0, 160) + "..." : why;
    var line = new StringBuilder("is not JSON: ");
    shown.codePoints().forEach(c -> line.appendCodePoint(c < ' ' ? '\ufffd' : c));
    if (e.getLocation() != null) {
      line.append(" (line ").append(e.getLocation().getLineNr());
      line.append(", column ").append(e.getLocation().getColumnNr()).append(')');
    }
    return new BadField(path, line.toString());
  }
}
