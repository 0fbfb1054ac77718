package io.windhover.app.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An answer that comes in pieces: objects whose members are lists. The lists of all pieces, one
 * after the other, are the answer.
 */
final class Pieces {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final ObjectNode whole = MAPPER.createObjectNode();

  /** This and one more piece; throws IllegalArgumentException if it is none. */
  Pieces with(String json) {
    try {
      if (!(MAPPER.readTree(json) instanceof ObjectNode piece)) {
        throw new IllegalArgumentException("not an object");
      }
      for (Map.Entry<String, JsonNode> member : piece.properties()) {
        if (member.getValue() instanceof ArrayNode list) {
          whole.withArray(member.getKey()).addAll(list);
        }
      }
      return this;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** One of the lists; throws IllegalArgumentException if its elements are of another kind. */
  <T> List<T> list(String name, Class<T> type) {
    List<T> elements = new ArrayList<>();
    for (JsonNode element : whole.withArray(name)) {
      try {
        elements.add(MAPPER.treeToValue(element, type));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(name + ": " + e.getOriginalMessage(), e);
      }
    }
    return elements;
  }
}
