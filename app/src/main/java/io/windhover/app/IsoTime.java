package io.windhover.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments as JSON and people get them. */
public final class IsoTime {
  private IsoTime() {}

  /** A moment as ISO text; null for one that has not come or never will. */
  public static @Nullable String of(long epochMillis) {
    return epochMillis < 0 || epochMillis == Long.MAX_VALUE
        ? null
        : Instant.ofEpochMilli(epochMillis).toString();
  }
}
