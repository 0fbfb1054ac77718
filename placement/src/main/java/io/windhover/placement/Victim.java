package io.windhover.placement;

/** A preemptible instance as cost functions see it. Valid only during the call. */
public interface Victim {
  Instance instance();

  long runMillis();

  /** How long its current billing period has run. */
  long periodMillis();

  double pricePerHour();

  int priority();
}
