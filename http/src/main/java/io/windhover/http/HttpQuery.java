package io.windhover.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the query of an address. */
public final class HttpQuery {
  private HttpQuery() {}

  /** The first value of each name; empty when the text is not of the form a=b&c=d. */
  public static Optional<Map<String, String>> read(String query) {
    if (query.isEmpty()) {
      return Optional.of(Map.of());
    }
    Map<String, String> first = new TreeMap<>();
    try {
      new QueryStringDecoder(query, false)
          .parameters()
          .forEach((name, values) -> first.put(name, values.get(0)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(first);
  }
}
