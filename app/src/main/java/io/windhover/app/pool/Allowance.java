package io.windhover.app.pool;

import java.util.LinkedHashMap;
import java.util.Map;

/** How often somebody may ask: so many at once, so many a second in the long run. */
final class Allowance {
  private static final int PEOPLE_MAX = 10_000;

  private static final class Bucket {
    double left;
    long atMillis;

    Bucket(double left, long atMillis) {
      this.left = left;
      this.atMillis = atMillis;
    }
  }

  private final int burst;
  private final int perSecond;

  /** Those who have not asked for the longest time are forgotten first. */
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > PEOPLE_MAX;
        }
      };

  Allowance(int burst, int perSecond) {
    this.burst = burst;
    this.perSecond = perSecond;
  }

  boolean take(String who, long nowMillis) {
    Bucket bucket = buckets.computeIfAbsent(who, w -> new Bucket(burst, nowMillis));
    long passedMillis = Math.max(0, nowMillis - bucket.atMillis);
    bucket.left = Math.min(burst, bucket.left + passedMillis * perSecond / 1000.0);
    bucket.atMillis = nowMillis;
    if (bucket.left < 1) {
      return false;
    }
    bucket.left--;
    return true;
  }
}
