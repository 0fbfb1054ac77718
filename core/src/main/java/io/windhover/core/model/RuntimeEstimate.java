package io.windhover.core.model;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long a task is thought to take, on any machine type or on a given one.
 *
 * @param anyTypeMillis the estimate for types not named; -1 when unknown
 */
public record RuntimeEstimate(long anyTypeMillis, SortedMap<String, Long> millisByType) {
  public static final RuntimeEstimate UNKNOWN = new RuntimeEstimate(-1, new TreeMap<>());

  public RuntimeEstimate {
    millisByType = Collections.unmodifiableSortedMap(new TreeMap<>(millisByType));
  }

  public OptionalLong millisOn(String machineType) {
    long millis = millisByType.getOrDefault(machineType, anyTypeMillis);
    return millis < 0 ? OptionalLong.empty() : OptionalLong.of(millis);
  }
}
