package io.windhover.experiments.paper;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.DoubleUnaryOperator;

/** Numbers measured alike. Sums run in sorted order, so they do not depend on who came first. */
public final class Sample {
  private final double[] sorted;

  private Sample(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values: a sample needs at least one");
    }
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  public static Sample of(double... values) {
    return new Sample(values);
  }

  public static Sample of(Collection<Double> values) {
    return new Sample(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The same of each number. */
  public Sample map(DoubleUnaryOperator what) {
    return new Sample(Arrays.stream(sorted).map(what).toArray());
  }

  public int size() {
    return sorted.length;
  }

  public double mean() {
    return sum() / sorted.length;
  }

  public double sum() {
    double sum = 0;
    for (double value : sorted) {
      sum += value;
    }
    return sum;
  }

  /** Of the sample: n - 1; 0 for a single value. */
  public double deviation() {
    if (sorted.length == 1) {
      return 0;
    }
    double mean = mean();
    double squares = 0;
    for (double value : sorted) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (sorted.length - 1));
  }

  /** Linear between neighbours. */
  public double percentile(double percent) {
    double position = percent / 100 * (sorted.length - 1);
    int below = (int) Math.floor(position);
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  public double median() {
    return percentile(50);
  }

  public Spread spread() {
    return new Spread(percentile(10), percentile(90));
  }
}
