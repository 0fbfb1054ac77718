package io.windhover.policies.workflow.ensemble;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.Arrays;

/**
 * How the other rules have done against ours, over all auditions, the newest counting most: one
 * alone says little, since a few percent are within the luck of a hundred arrivals.
 */
public final class Standing {
  /** What the past weighs against an audition of as many jobs. */
  private static final double FORGETTING = 0.7;

  /**
   * The same when jobs came at another rate then. Where they come in waves that rate will be back:
   * with 0.2 the best rule of the peaks is forgotten in every trough, which costs 1.2 % more in
   * pipeline/cyclic/0.5h at sixty jobs an hour (six draws). With 0.7 jobs that come ever faster are
   * done for too long by what was best for few.
   */
  private static final double FORGETTING_OTHERS = 0.5;

  private final double[] sums;
  private double weight;

  /** What the jobs that are thought to come would cost under our own rule. */
  private double toComeNanos;

  /** How many jobs had come that the last audition was made after. */
  private int past;

  Standing(int rivals) {
    this.sums = new double[rivals];
  }

  /** Nobody has been tried. */
  void forget() {
    weight = 0;
    Arrays.fill(sums, 0);
    expect(0, 0);
  }

  /**
   * An audition begins.
   *
   * @param jobs how many it counts for
   * @param changed whether jobs have come at another rate since the last one
   */
  void begin(int jobs, boolean changed) {
    double kept = changed ? FORGETTING_OTHERS : FORGETTING;
    weight = weight * kept + jobs;
    for (int rival = 0; rival < sums.length; rival++) {
      sums[rival] *= kept;
    }
  }

  void add(int rival, int jobs, double ratio) {
    sums[rival] += jobs * ratio;
  }

  void expect(double nanos, int jobs) {
    toComeNanos = nanos;
    past = jobs;
  }

  double toComeNanos() {
    return toComeNanos;
  }

  int past() {
    return past;
  }

  /** What a rule costs, ours being 1. */
  double ratio(int rival) {
    return weight == 0 ? 1 : sums[rival] / weight;
  }

  void write(MemoryWriter text) {
    text.line("standing", weight, toComeNanos, past);
    for (double sum : sums) {
      text.and(sum);
    }
  }

  void take(MemoryReader line) {
    weight = line.nextDouble();
    toComeNanos = line.nextDouble();
    past = line.nextInt();
    for (int rival = 0; rival < sums.length; rival++) {
      sums[rival] = line.nextDouble();
    }
  }
}
