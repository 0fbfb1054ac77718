package io.windhover.simulator.provider;

import io.windhover.placement.Size;
import java.util.List;

/**
 * The provider's other customers: regular machines that come at a steady rate, each of one of these
 * sizes, and stay for a time without memory. When a run begins as many are there as there are in
 * the long run.
 */
public record Customers(double arrivalsPerHour, long meanLifeMillis, List<Size> sizes) {
  private static final double MILLIS_PER_HOUR = 3_600_000;

  public Customers {
    sizes = List.copyOf(sizes);
    if (!(arrivalsPerHour >= 0) || meanLifeMillis < 1 || sizes.isEmpty()) {
      throw new IllegalArgumentException(
          "%s arrivals an hour, mean life %d ms, %d sizes"
              .formatted(arrivalsPerHour, meanLifeMillis, sizes.size()));
    }
  }

  double arrivalsPerMilli() {
    return arrivalsPerHour / MILLIS_PER_HOUR;
  }

  /** How many are there in the long run. */
  int usual() {
    return (int) Math.round(arrivalsPerMilli() * meanLifeMillis);
  }
}
