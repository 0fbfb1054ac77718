package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One line of JSON; what is not known is left out. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private Json() {}

  static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON: " + value, e);
    }
  }

  /** A moment as ISO text; null for one that has not come or never will. */
  static @Nullable String time(long epochMillis) {
    return epochMillis < 0 || epochMillis == Long.MAX_VALUE
        ? null
        : Instant.ofEpochMilli(epochMillis).toString();
  }

  /** Whole milliseconds as seconds. */
  static double seconds(long millis) {
    return millis / 1000.0;
  }
}
