package io.windhover.app.place;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.placement.Request;
import io.windhover.placement.Request.GroupRule;
import java.util.ArrayList;
import java.util.List;

/** A wish for an instance, from JSON. */
final class RequestReader {
  private static final List<String> REQUEST =
      List.of(
          "id",
          "preemptible",
          "vcpus",
          "ramMb",
          "diskGb",
          "traits",
          "zone",
          "group",
          "affinity",
          "antiAffinity",
          "maxRunSeconds",
          "pricePerHour",
          "priority");

  private static final List<String> TERMS = List.of("reserveSeconds", "queueSeconds");
  private static final List<String> REQUEST_AND_TERMS = joined();

  private RequestReader() {}

  private static List<String> joined() {
    List<String> all = new ArrayList<>(REQUEST);
    all.addAll(TERMS);
    return List.copyOf(all);
  }

  static Wish read(JsonNode node) {
    return wish(Fields.of(node, "", REQUEST));
  }

  /** With how long to hold the room and how long to wait for it, as the service is asked. */
  static Wish.OnTerms readOnTerms(JsonNode node, int reserveSecondsUsual) {
    Fields fields = Fields.of(node, "", REQUEST_AND_TERMS);
    Wish wish = wish(fields);
    int queueSeconds = fields.wholeOr("queueSeconds", 0, Wish.QUEUE_SECONDS_MAX, 0);
    if (queueSeconds > 0 && wish.request().preemptible()) {
      throw fields.bad("queueSeconds", queueSeconds + " is for normal requests only; expected 0");
    }
    int reserveSeconds =
        fields.wholeOr("reserveSeconds", 1, Wish.RESERVE_SECONDS_MAX, reserveSecondsUsual);
    return new Wish.OnTerms(wish, reserveSeconds, queueSeconds);
  }

  private static Wish wish(Fields fields) {
    boolean preemptible = fields.flagOr("preemptible", false);
    var request =
        new Request(
            fields.name("id"),
            preemptible,
            HostReader.size(fields),
            fields.names("traits"),
            fields.nameOr("zone", ""),
            fields.nameOr("group", ""),
            rule(fields),
            HostReader.maxRunSeconds(fields, preemptible));
    return new Wish(request, HostReader.price(fields), HostReader.priority(fields));
  }

  private static GroupRule rule(Fields fields) {
    boolean together = fields.flagOr("affinity", false);
    boolean apart = fields.flagOr("antiAffinity", false);
    if (!together && !apart) {
      return GroupRule.NONE;
    }
    if (together && apart) {
      throw fields.bad("antiAffinity", "true, and so is affinity; expected one of them");
    }
    if (!fields.has("group")) {
      throw fields.bad("group", "is missing; expected the group meant by affinity or antiAffinity");
    }
    return together ? GroupRule.AFFINITY : GroupRule.ANTI_AFFINITY;
  }
}
