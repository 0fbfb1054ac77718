package io.windhover.placement;

import java.util.OptionalLong;

/**
 * An instance that runs on a host.
 *
 * @param preemptible whether it may be ended to make room for a normal one
 * @param startedAtMillis on the clock whose present is handed to {@link PlacementScheduler#place}
 * @param pricePerHour what it earns
 * @param priority the class of a preemptible instance; a higher class costs more to end
 * @param group for affinity and anti-affinity; empty when it is in none
 * @param maxRunSeconds longest life of a preemptible instance; 0: no limit
 */
public record Instance(
    String id,
    boolean preemptible,
    Size size,
    long startedAtMillis,
    double pricePerHour,
    int priority,
    String group,
    long maxRunSeconds) {
  public static final double PRICE_MAX = 1e6;
  public static final int PRIORITY_MAX = 1_000_000;
  public static final int MAX_RUN_SECONDS_MAX = 1_000_000_000;

  public Instance {
    Check.notBlank("id", id);
    Check.inRange("pricePerHour", pricePerHour, 0, PRICE_MAX);
    Check.inRange("priority", priority, 0, PRIORITY_MAX);
    Check.inRange("maxRunSeconds", (double) maxRunSeconds, 0, MAX_RUN_SECONDS_MAX);
  }

  public static Instance normal(String id, Size size, long startedAtMillis) {
    return new Instance(id, false, size, startedAtMillis, 0, 0, "", 0);
  }

  public static Instance preemptible(String id, Size size, long startedAtMillis) {
    return new Instance(id, true, size, startedAtMillis, 0, 0, "", 0);
  }

  public Instance withPrice(double perHour) {
    return new Instance(
        id, preemptible, size, startedAtMillis, perHour, priority, group, maxRunSeconds);
  }

  public Instance withPriority(int level) {
    return new Instance(
        id, preemptible, size, startedAtMillis, pricePerHour, level, group, maxRunSeconds);
  }

  public Instance withGroup(String name) {
    return new Instance(
        id, preemptible, size, startedAtMillis, pricePerHour, priority, name, maxRunSeconds);
  }

  public Instance withMaxRunSeconds(long seconds) {
    return new Instance(
        id, preemptible, size, startedAtMillis, pricePerHour, priority, group, seconds);
  }

  public Instance withStart(long atMillis) {
    return new Instance(
        id, preemptible, size, atMillis, pricePerHour, priority, group, maxRunSeconds);
  }

  /** The same, but nobody may end it. */
  public Instance asNormal() {
    return new Instance(id, false, size, startedAtMillis, pricePerHour, priority, group, 0);
  }

  /** When its longest life is over; empty when it has none. */
  public OptionalLong endsAtMillis() {
    return maxRunSeconds == 0
        ? OptionalLong.empty()
        : OptionalLong.of(startedAtMillis + maxRunSeconds * 1000);
  }
}
