package io.windhover.host;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * A clock that cloud, manager and worker go by alike: the system's, made faster or slower by one
 * factor. Both showed the same at the origin, the moment the cloud was first set up. Commands run
 * in real time, so whoever runs them has to know both.
 *
 * @param factor how many seconds of this clock go by in a real one
 */
public record ScaledClock(long originMillis, double factor) {
  /** In the environment of a machine, and of its tasks: how many times as fast it is. */
  public static final String SPEED_VARIABLE = "WINDHOVER_SPEED";

  /** In the environment of a machine: when both clocks showed the same, in epoch milliseconds. */
  public static final String SINCE_VARIABLE = "WINDHOVER_SPEED_SINCE";

  /** The system's own. */
  public static final ScaledClock REAL = new ScaledClock(0, 1);

  private static final double FACTOR_MIN = 0.001;
  private static final double FACTOR_MAX = 100_000;

  public ScaledClock {
    if (!(factor >= FACTOR_MIN && factor <= FACTOR_MAX)) {
      throw new IllegalArgumentException(
          "a clock %s times as fast; expected %s to %s".formatted(factor, FACTOR_MIN, FACTOR_MAX));
    }
  }

  /**
   * The clock that an environment tells of; empty where it tells of none.
   *
   * @throws IllegalArgumentException with a line for people when it says what makes no sense
   */
  public static Optional<ScaledClock> in(Map<String, String> environment) {
    String since = environment.getOrDefault(SINCE_VARIABLE, "");
    String speed = environment.getOrDefault(SPEED_VARIABLE, "");
    if (since.isEmpty()) {
      return Optional.empty();
    }
    if (!since.matches("[0-9]{1,18}") || !speed.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
      throw new IllegalArgumentException(
          "%s=%s and %s=%s: expected epoch milliseconds and a factor"
              .formatted(SINCE_VARIABLE, since, SPEED_VARIABLE, speed));
    }
    return Optional.of(new ScaledClock(Long.parseLong(since), Double.parseDouble(speed)));
  }

  /** Says in an environment which clock it is; what {@link #in} reads. */
  public void put(Map<String, String> environment) {
    environment.put(SINCE_VARIABLE, Long.toString(originMillis));
    environment.put(SPEED_VARIABLE, text(factor));
  }

  /** A factor in plain digits. */
  public static String text(double factor) {
    return new BigDecimal(Double.toString(factor)).stripTrailingZeros().toPlainString();
  }

  public boolean isReal() {
    return factor == 1;
  }

  /** What this clock shows when the system's shows that. */
  public long atReal(long realMillis) {
    return originMillis + sinceOrigin(realMillis);
  }

  /** How long it is since the origin, by this clock. */
  public long sinceOrigin(long realMillis) {
    return (long) Math.floor((realMillis - originMillis) * factor);
  }

  /** What the system's clock shows when so much has gone by since the origin, by this one. */
  public long realAt(long sinceOriginMillis) {
    return originMillis + realSpan(sinceOriginMillis);
  }

  /** How much of this clock's time goes by in so much real time. */
  public long span(long realMillis) {
    return Math.round(realMillis * factor);
  }

  /** How much real time goes by in so much of this clock's, a whole millisecond at the end. */
  public long realSpan(long millis) {
    return (long) Math.ceil(millis / factor);
  }
}
