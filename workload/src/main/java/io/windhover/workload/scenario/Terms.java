package io.windhover.workload.scenario;

import io.windhover.core.model.Billing;
import io.windhover.workload.Node;
import io.windhover.workload.Section;
import io.windhover.workload.Values;
import java.util.List;

/**
 * How long machines take to start and how they are paid for: what holds for all types unless one
 * says otherwise.
 *
 * @param billedMillis how much of the start-up is charged when the meter starts afterwards
 */
record Terms(
    long startUpMillis,
    long billedMillis,
    long minimumMillis,
    long periodMillis,
    boolean fromRequest) {
  /** When the meter starts; the words of catalogues. */
  static final List<String> BILLED_FROM = List.of("ready", "request");

  /** What a launch takes when nobody says; what HADS's machines took is about a minute. */
  static final long START_UP_MILLIS = 60_000;

  static final Terms USUAL = new Terms(START_UP_MILLIS, START_UP_MILLIS, 0, 0, false);

  /** A meter that starts with the request has the start-up on it already. */
  Billing billing() {
    return new Billing(fromRequest ? 0 : billedMillis, minimumMillis, periodMillis, fromRequest);
  }

  /** Where only the start-up is said, all of it is billed. */
  Terms with(Section section, Values values) {
    long startUp = span(section, "startUp", startUpMillis, values);
    boolean saysStartUp = section.value("startUp").isPresent();
    long billed = span(section, "billedStartUp", saysStartUp ? startUp : billedMillis, values);
    boolean request =
        section
            .value("billedFrom")
            .map(n -> values.oneOf(n, section.path("billedFrom"), BILLED_FROM))
            .map(BILLED_FROM.get(1)::equals)
            .orElse(fromRequest);
    if (request && billed > 0) {
      section.value("billedStartUp").ifPresent(n -> complain(n, section, values));
    }
    return new Terms(
        startUp,
        billed,
        span(section, "minimumCharge", minimumMillis, values),
        span(section, "billingPeriod", periodMillis, values),
        request);
  }

  private static void complain(Node node, Section section, Values values) {
    values.wrong(
        node,
        section.path("billedStartUp"),
        "would be paid twice, as the meter starts with the request; expected 0s, or billedFrom:"
            + " ready");
  }

  private static long span(Section section, String field, long otherwise, Values values) {
    return section
        .value(field)
        .map(n -> values.spanOrNoneMillis(n, section.path(field)))
        .orElse(otherwise);
  }
}
