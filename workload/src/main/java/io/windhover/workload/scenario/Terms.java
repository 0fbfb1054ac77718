package io.windhover.workload.scenario;

import io.windhover.core.model.Billing;
import io.windhover.workload.Node;
import io.windhover.workload.Section;
import io.windhover.workload.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * How long machines take to start and how they are paid for: what holds for all types unless one
 * says otherwise.
 *
 * @param billedMillis how much of the start-up is charged when the meter starts afterwards
 * @param storagePrice dollars for a GB and month of what a frozen machine keeps: its disk and its
 *     memory image
 * @param diskBytes the size of that disk
 */
record Terms(
    long startUpMillis,
    long billedMillis,
    long minimumMillis,
    long periodMillis,
    boolean fromRequest,
    BigDecimal storagePrice,
    long diskBytes) {
  /** When the meter starts; the words of catalogues. */
  static final List<String> BILLED_FROM = List.of("ready", "request");

  /** What a launch takes when nobody says; what HADS's machines took is about a minute. */
  static final long START_UP_MILLIS = 60_000;

  static final Terms USUAL =
      new Terms(START_UP_MILLIS, START_UP_MILLIS, 0, 0, false, BigDecimal.ZERO, 0);

  /** As providers count: a twelfth of a year, in hours. */
  static final int MONTH_HOURS = 730;

  static final int STORAGE_PRICE_MAX = 1_000_000;

  /**
   * A meter that starts with the request has the start-up on it already.
   *
   * @param memoryBytes how large a memory image is; 0 when nobody knows
   */
  Billing billing(long memoryBytes) {
    long frozenNanos =
        storagePrice
            .multiply(BigDecimal.valueOf(memoryBytes).add(BigDecimal.valueOf(diskBytes)))
            // Nano-dollars of a dollar and bytes of a GB are as many.
            .divide(BigDecimal.valueOf(MONTH_HOURS), 0, RoundingMode.HALF_UP)
            .longValueExact();
    return new Billing(
        fromRequest ? 0 : billedMillis, minimumMillis, periodMillis, fromRequest, frozenNanos);
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
        request,
        section
            .value("storagePrice")
            .map(
                n ->
                    values.amount(
                        n,
                        section.path("storagePrice"),
                        STORAGE_PRICE_MAX,
                        "dollars a GB and month"))
            .orElse(storagePrice),
        section.value("disk").map(n -> values.bytes(n, section.path("disk"))).orElse(diskBytes));
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
