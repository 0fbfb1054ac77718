package io.windhover.policies.harvest.predict;

import java.util.Arrays;

/** {@link Drops#risk} for one stillness: a straight line from one horizon to the next. */
public final class Risks {
  /** Of a drop that leaves a machine with less than nothing. */
  private static final double CERTAIN = 20;

  private final long[] horizons;
  private final int dropMax;

  /** By horizon and drop. */
  private final double[][] byHorizon;

  /** The same where the drop may be another at any moment: any lower one, any deeper one. */
  private final double[][] least;

  private final double[][] most;

  /**
   * @param byHorizon never falls from a horizon to the next, never grows with the drop
   */
  Risks(long[] horizons, double[][] byHorizon) {
    this.horizons = horizons;
    this.byHorizon = byHorizon;
    this.dropMax = byHorizon[0].length - 1;
    this.least = new double[horizons.length][dropMax + 1];
    this.most = new double[horizons.length][dropMax + 1];
    for (int k = 0; k < horizons.length; k++) {
      double low = Double.MAX_VALUE;
      double high = 0;
      for (int drop = 0; drop <= dropMax; drop++) {
        low = Math.min(low, byHorizon[k][drop] - (k == 0 ? 0 : byHorizon[k - 1][drop]));
        least[k][drop] = low + (k == 0 ? 0 : least[k - 1][drop]);
      }
      for (int drop = dropMax; drop >= 0; drop--) {
        high = Math.max(high, byHorizon[k][drop] - (k == 0 ? 0 : byHorizon[k - 1][drop]));
        most[k][drop] = high + (k == 0 ? 0 : most[k - 1][drop]);
      }
    }
  }

  /** Of a drop of more than so many cores; never falls as the time grows. */
  public double risk(long withinMillis, int cores) {
    return cores < 0 ? CERTAIN : at(byHorizon, horizon(withinMillis), withinMillis, cores);
  }

  /**
   * By drop, no more than what risks grow by, in sum, within the time, when how many cores may go
   * without harm changes meanwhile and is never below 0 nor above the drop; the last is for any
   * above.
   */
  public double[] leastRisks(long withinMillis) {
    return at(least, withinMillis);
  }

  /** The same, no less; when it is never below the drop. */
  public double[] mostRisks(long withinMillis) {
    return at(most, withinMillis);
  }

  private double[] at(double[][] table, long withinMillis) {
    int k = horizon(withinMillis);
    double[] risks = new double[dropMax + 1];
    Arrays.setAll(risks, drop -> at(table, k, withinMillis, drop));
    return risks;
  }

  /** By drop, the risk within the time; the last is for any deeper. */
  public double[] risks(long withinMillis) {
    return at(byHorizon, withinMillis);
  }

  /** {@link #more} from {@link #risks}, for whoever asks often about the same time. */
  public static double more(double[] risks, int cores, int fewer) {
    int deepest = risks.length - 1;
    double before = cores < 0 ? CERTAIN : risks[Math.min(cores, deepest)];
    return (cores < fewer ? CERTAIN : risks[Math.min(cores - fewer, deepest)]) - before;
  }

  /** By how much the risk grows when so many cores fewer may go. */
  public double more(long withinMillis, int cores, int fewer) {
    int k = horizon(withinMillis);
    double before = cores < 0 ? CERTAIN : at(byHorizon, k, withinMillis, cores);
    return (cores < fewer ? CERTAIN : at(byHorizon, k, withinMillis, cores - fewer)) - before;
  }

  /** The first that is not shorter. */
  private int horizon(long withinMillis) {
    int k = 0;
    while (k < horizons.length && horizons[k] < withinMillis) {
      k++;
    }
    return k;
  }

  private double at(double[][] table, int k, long withinMillis, int cores) {
    int drop = Math.min(cores, dropMax);
    if (k == horizons.length) {
      return beyond(table, withinMillis, drop);
    }
    if (horizons[k] == withinMillis) {
      return table[k][drop];
    }
    if (k == 0) {
      return table[0][drop] * withinMillis / horizons[0];
    }
    double part = (withinMillis - horizons[k - 1]) / (double) (horizons[k] - horizons[k - 1]);
    return table[k - 1][drop] + part * (table[k][drop] - table[k - 1][drop]);
  }

  /** As much for each moment as up to the last horizon on average. */
  private double beyond(double[][] table, long withinMillis, int drop) {
    int last = horizons.length - 1;
    if (table == byHorizon) {
      return byHorizon[last][drop] * withinMillis / horizons[last];
    }
    double part = (withinMillis - horizons[last]) / (double) horizons[last];
    return table[last][drop] + part * byHorizon[last][drop];
  }
}
