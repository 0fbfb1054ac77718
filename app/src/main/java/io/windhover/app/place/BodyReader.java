package io.windhover.app.place;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.core.words.Nearest;
import io.windhover.placement.AllocationRatios;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What the service is sent. */
public final class BodyReader {
  private BodyReader() {}

  /** A host, and whether its instances were listed at all. */
  public record HostBody(HostState state, boolean instancesGiven) {}

  /** Reads the one JSON value of a text. */
  public static JsonNode json(byte[] text) {
    try {
      return JsonText.only(text);
    } catch (JsonProcessingException e) {
      throw JsonText.notJson(e, "");
    } catch (IOException e) {
      throw new BadField("", "cannot be read: " + e.getMessage());
    }
  }

  public static HostBody host(JsonNode node, String id, AllocationRatios usual, long nowMillis) {
    return new HostBody(
        HostReader.read(node, "", id, usual, nowMillis), node.hasNonNull("instances"));
  }

  public static BadField elsewhere(int index, String id, String host) {
    return new BadField(
        "instances[" + index + "].id", Fields.quoted(id) + " is known already, on host " + host);
  }

  public static Wish.OnTerms wish(JsonNode node, int reserveSecondsUsual) {
    return RequestReader.readOnTerms(node, reserveSecondsUsual);
  }

  /** A name in an address, under the same rules as one in a text. */
  public static String name(String what, String text) {
    Fields.checkName(text, what);
    return text;
  }

  /** Complains of a part of the query of an address. */
  public static BadField badQuery(String name, String value, String expected) {
    return new BadField(name, Fields.quoted(value) + " cannot be used; " + expected);
  }

  public static void checkQuery(Map<String, String> query, List<String> known) {
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw new BadField(name, "unknown in this query; " + Nearest.hint(name, known));
      }
    }
  }

  public static String oneOf(String name, String value, List<String> known) {
    if (!value.isEmpty() && !known.contains(value)) {
      throw new BadField(
          name, Fields.quoted(value) + " is not known; " + Nearest.hint(value, known));
    }
    return value;
  }

  public static int limit(String text, int max) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= max) {
        return limit;
      }
    } catch (NumberFormatException e) {
      throw new BadField("limit", Fields.quoted(text) + " is not a number; expected 1 to " + max);
    }
    throw new BadField("limit", text + " is out of range; expected 1 to " + max);
  }
}
