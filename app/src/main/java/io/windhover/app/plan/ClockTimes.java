package io.windhover.app.plan;

import io.windhover.workload.Shown;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/**
 * Moments as people type them on a command line: {@code 18:00}, {@code 2026-11-20T18:00}, with a
 * zone or in that of the machine.
 *
 * @param nowMillis the moment that times of day are counted from
 */
public record ClockTimes(long nowMillis, ZoneId zone) {
  private static final Pattern OF_DAY = Pattern.compile("[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?");
  private static final Pattern DATED =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}.*");
  private static final Pattern ZONED = Pattern.compile(".*(Z|[+-][0-9]{2}:[0-9]{2})");

  /** Whether the text is a moment rather than a span. */
  public static boolean isMoment(String text) {
    return OF_DAY.matcher(text).matches() || DATED.matcher(text).matches();
  }

  /**
   * The next moment of this name: a time of day that has passed today is tomorrow's.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public long nextMillis(String text) {
    if (!OF_DAY.matcher(text).matches()) {
      return dated(text);
    }
    LocalDate today = LocalDate.ofInstant(Instant.ofEpochMilli(nowMillis), zone);
    long atMillis = at(today, text);
    return atMillis > nowMillis ? atMillis : at(today.plusDays(1), text);
  }

  /**
   * The moment of this name, a time of day being today's.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public long millis(String text) {
    return OF_DAY.matcher(text).matches()
        ? at(LocalDate.ofInstant(Instant.ofEpochMilli(nowMillis), zone), text)
        : dated(text);
  }

  private long at(LocalDate day, String text) {
    try {
      String two = text.indexOf(':') == 1 ? "0" + text : text;
      return day.atTime(LocalTime.parse(two)).atZone(zone).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(wrong(text), e);
    }
  }

  private long dated(String text) {
    if (!DATED.matcher(text).matches()) {
      throw new IllegalArgumentException(wrong(text));
    }
    String iso = text.replace(' ', 'T');
    try {
      return ZONED.matcher(iso).matches()
          ? OffsetDateTime.parse(iso).toInstant().toEpochMilli()
          : LocalDateTime.parse(iso).atZone(zone).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(wrong(text), e);
    }
  }

  private static String wrong(String text) {
    return Shown.quoted(text)
        + " is no time; expected one like 18:00, 2026-11-20T18:00 or 2026-11-20T18:00Z";
  }

  /** To the second, with the zone's distance from UTC. */
  public String text(long millis) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).atZone(zone));
  }
}
