package io.windhover.policies.harvest.predict;

/** {@link Drops#risk} for one stillness: a straight line from one horizon to the next. */
public final class Risks {
  /** Of a drop that leaves a machine with less than nothing. */
  private static final double CERTAIN = 20;

  private final long[] horizons;
  private final int dropMax;

  /** By horizon and drop. */
  private final double[][] byHorizon;

  /**
   * @param byHorizon never falls from a horizon to the next, never grows with the drop
   */
  Risks(long[] horizons, double[][] byHorizon) {
    this.horizons = horizons;
    this.byHorizon = byHorizon;
    this.dropMax = byHorizon[0].length - 1;
  }

  /** Deeper drops are not told apart. */
  int deepest() {
    return dropMax;
  }

  /** At a horizon. */
  double at(int horizon, int drop) {
    return byHorizon[horizon][drop];
  }

  /** Of a drop of more than so many cores; never falls as the time grows. */
  public double risk(long withinMillis, int cores) {
    return cores < 0 ? CERTAIN : at(horizon(withinMillis), withinMillis, cores);
  }

  /** By drop, the risk within the time, to the last digit; the last is for any deeper. */
  public double[] risks(long withinMillis) {
    int k = horizon(withinMillis);
    if (k < horizons.length && horizons[k] == withinMillis) {
      return byHorizon[k].clone();
    }
    double[] risks = new double[dropMax + 1];
    if (k == 0 || k == horizons.length) {
      int nearest = Math.max(0, k - 1);
      for (int drop = 0; drop <= dropMax; drop++) {
        risks[drop] = byHorizon[nearest][drop] * withinMillis / horizons[nearest];
      }
      return risks;
    }
    double[] before = byHorizon[k - 1];
    double[] after = byHorizon[k];
    double part = (withinMillis - horizons[k - 1]) / (double) (horizons[k] - horizons[k - 1]);
    for (int drop = 0; drop <= dropMax; drop++) {
      risks[drop] = before[drop] + part * (after[drop] - before[drop]);
    }
    return risks;
  }

  /** {@link #risk} from {@link #risks}. */
  public static double risk(double[] risks, int cores) {
    return cores < 0 ? CERTAIN : risks[Math.min(cores, risks.length - 1)];
  }

  /** {@link #more} from {@link #risks}, for whoever asks often about the same time. */
  public static double more(double[] risks, int cores, int fewer) {
    return risk(risks, cores - fewer) - risk(risks, cores);
  }

  /** By how much the risk grows when so many cores fewer may go. */
  public double more(long withinMillis, int cores, int fewer) {
    int k = horizon(withinMillis);
    double before = cores < 0 ? CERTAIN : at(k, withinMillis, cores);
    return (cores < fewer ? CERTAIN : at(k, withinMillis, cores - fewer)) - before;
  }

  /** The first that is not shorter. */
  private int horizon(long withinMillis) {
    int k = 0;
    while (k < horizons.length && horizons[k] < withinMillis) {
      k++;
    }
    return k;
  }

  private double at(int k, long withinMillis, int cores) {
    int drop = Math.min(cores, dropMax);
    if (k == horizons.length) {
      // As much for each moment as up to the last horizon on average.
      return byHorizon[k - 1][drop] * withinMillis / horizons[k - 1];
    }
    if (horizons[k] == withinMillis) {
      return byHorizon[k][drop];
    }
    if (k == 0) {
      return byHorizon[0][drop] * withinMillis / horizons[0];
    }
    double part = (withinMillis - horizons[k - 1]) / (double) (horizons[k] - horizons[k - 1]);
    return byHorizon[k - 1][drop] + part * (byHorizon[k][drop] - byHorizon[k - 1][drop]);
  }
}
