package io.windhover.workload;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and amounts of memory as Slurm writes them. */
final class SlurmUnits {
  private static final String NUMBER = "([0-9]{1,9})";

  /** {@code minutes}, {@code minutes:seconds}, {@code hours:minutes:seconds}. */
  private static final Pattern CLOCK =
      Pattern.compile("%1$s(?::%1$s(?::%1$s)?)?".formatted(NUMBER));

  /** {@code days-hours}, {@code days-hours:minutes}, {@code days-hours:minutes:seconds}. */
  private static final Pattern DAYS =
      Pattern.compile("%1$s-%1$s(?::%1$s(?::%1$s)?)?".formatted(NUMBER));

  private static final Pattern MEMORY = Pattern.compile(NUMBER + "([KMGT]?)B?");

  private SlurmUnits() {}

  /**
   * A time limit in milliseconds; 0 for none.
   *
   * @throws IllegalArgumentException with a message for people
   */
  static long timeMillis(String text) {
    if (text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("INFINITE")) {
      return 0;
    }
    long seconds = seconds(text);
    if (seconds > TimeUnit.MILLISECONDS.toSeconds(Durations.MILLIS_MAX)) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is too long; expected at most 36500-0");
    }
    return TimeUnit.SECONDS.toMillis(seconds);
  }

  private static long seconds(String text) {
    Matcher days = DAYS.matcher(text);
    if (days.matches()) {
      return seconds(days, 1, 86_400)
          + seconds(days, 2, 3_600)
          + seconds(days, 3, 60)
          + seconds(days, 4, 1);
    }
    Matcher clock = CLOCK.matcher(text);
    if (!clock.matches()) {
      throw new IllegalArgumentException(
          Shown.quoted(text)
              + " is not a time; expected minutes, 10:30 (minutes and seconds), 2:00:00, 1-12 (days"
              + " and hours), 1-12:30 or 1-12:30:00");
    }
    return clock.group(3) == null
        ? seconds(clock, 1, 60) + seconds(clock, 2, 1)
        : seconds(clock, 1, 3_600) + seconds(clock, 2, 60) + seconds(clock, 3, 1);
  }

  private static long seconds(Matcher time, int group, long unitSeconds) {
    String number = time.group(group);
    return number == null ? 0 : Long.parseLong(number) * unitSeconds;
  }

  /**
   * An amount of memory in bytes, more than 0; without a unit it is in MiB, which Slurm calls M.
   *
   * @throws IllegalArgumentException with a message for people
   */
  static long memoryBytes(String text) {
    Matcher memory = MEMORY.matcher(text.toUpperCase(Locale.ROOT));
    if (!memory.matches()) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is not an amount of memory; expected one like 500M or 4G");
    }
    int power = memory.group(2).isEmpty() ? 2 : "KMGT".indexOf(memory.group(2)) + 1;
    long amount = Long.parseLong(memory.group(1));
    if (amount == 0) {
      throw new IllegalArgumentException(
          "0 asks for all the memory of a machine, which nobody can do here; expected an amount"
              + " like 4G");
    }
    if (amount > Sizes.BYTES_MAX >> (10 * power)) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is too large; expected at most 1048576T");
    }
    return amount << (10 * power);
  }
}
