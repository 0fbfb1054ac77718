package io.windhover.simulator.harvest;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;

/**
 * What the wind gives, every quarter of an hour, as a share of the most there is. A slow wave of
 * chance (24 hours), smoothed (1.2 hours), goes through an S-shaped curve, as wind speed does in a
 * turbine. Made to be like a year of four modelled plants together (RTS-GMLC: mean 0.31, standard
 * deviation 0.32, mean change in a quarter of an hour 0.012, correlation after six hours 0.79).
 */
public final class WindPower {
  public static final long STEP_MILLIS = 15 * 60_000L;

  /** No wind is needed: there is always power for everything. */
  static final WindPower NONE = new WindPower(0, 1, 0, false);

  private static final double WAVE_STEPS = 24 * 4;
  private static final double SMOOTHING_STEPS = 1.2 * 4;
  private static final double MIDDLE = -1.4;
  private static final double STEEPNESS = 2.4;

  private final SplittableRandom chance;
  private final double gridShare;
  private final boolean blows;
  private long nextMillis;
  private double wave;
  private double smooth;

  private WindPower(long seed, double gridShare, long startMillis, boolean blows) {
    this.chance = Chance.stream(seed, "wind", 0);
    this.gridShare = gridShare;
    this.blows = blows;
    this.nextMillis = blows ? startMillis : Long.MAX_VALUE;
    this.wave = gaussian();
    this.smooth = wave;
  }

  /**
   * Wind from a seed.
   *
   * @param gridShare of the power, what comes from elsewhere and is always there; 0 in SlackSched
   */
  public static WindPower of(long seed, double gridShare, long startMillis) {
    if (!(gridShare >= 0 && gridShare <= 1)) {
      throw new IllegalArgumentException("share of the grid: " + gridShare);
    }
    return new WindPower(seed, gridShare, startMillis, true);
  }

  boolean blows() {
    return blows;
  }

  long nextMillis() {
    return nextMillis;
  }

  /** The share of full power from the next moment on. */
  public double take() {
    nextMillis += blows ? STEP_MILLIS : 0;
    double kept = StrictMath.exp(-1 / WAVE_STEPS);
    wave = kept * wave + Math.sqrt(1 - kept * kept) * gaussian();
    double lag = StrictMath.exp(-1 / SMOOTHING_STEPS);
    smooth = lag * smooth + (1 - lag) * wave;
    // Smoothing takes some of the spread away; this gives it back.
    double spread = Math.sqrt((WAVE_STEPS + SMOOTHING_STEPS) / WAVE_STEPS);
    double wind = 1 / (1 + StrictMath.exp(-(MIDDLE + STEEPNESS * spread * smooth)));
    return gridShare + (1 - gridShare) * wind;
  }

  /** By the polar method; StrictMath for equal bits. */
  private double gaussian() {
    while (true) {
      double x = 2 * chance.nextDouble() - 1;
      double y = 2 * chance.nextDouble() - 1;
      double square = x * x + y * y;
      if (square > 0 && square < 1) {
        return x * Math.sqrt(-2 * StrictMath.log(square) / square);
      }
    }
  }
}
