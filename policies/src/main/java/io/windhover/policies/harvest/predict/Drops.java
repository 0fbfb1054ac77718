package io.windhover.policies.harvest.predict;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far machines fall: the chance that the cores of a machine that has been still for so long
 * drop by more than so many within so much time. SlackSched leaves this open ("future work can
 * consider predicting shrink size", section 3.1.1): a small shrink on a half-empty node kills
 * nobody.
 *
 * <p>Every machine's past is looked at from many moments, a few minutes apart: how long had it been
 * still then, and how deep did it fall within each horizon after? The counts of all machines make
 * the table; how much more often one machine fell than the table says of it, with a few falls added
 * to both so that little history says little, multiplies its risk.
 */
public final class Drops {
  private static final long MINUTE = 60_000;
  private static final long[] HORIZONS = {
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    40 * MINUTE,
    80 * MINUTE,
    160 * MINUTE,
    320 * MINUTE,
    640 * MINUTE,
    1280 * MINUTE
  };

  /** Machines that have been still for less than these are alike. */
  private static final long[] STILL = {
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    40 * MINUTE,
    80 * MINUTE,
    160 * MINUTE,
    320 * MINUTE,
    640 * MINUTE
  };

  private static final long EVERY_MILLIS = 10 * MINUTE;
  private static final int DROP_MAX = 64;

  /** Of machines that have been still for about as long. */
  public static final int ROWS = STILL.length + 1;

  /** How many looks what a row leans on counts for. */
  private static final double SMOOTHING = 10;

  /** How many looks the guess counts for that stands before the first. */
  private static final double GUESSES = 3;

  /** The horizon by which machines are told apart, and the falls added to what was seen. */
  private static final int OWN_HORIZON = 3;

  private static final double OWN_FALLS = 2;

  /** By stillness, horizon, drop: -ln of the chance that it is no deeper. */
  private final double[][][] risk = new double[STILL.length + 1][HORIZONS.length][DROP_MAX + 1];

  private final Risks[] rows = new Risks[STILL.length + 1];

  private final SortedMap<Integer, Double> multiples = new TreeMap<>();

  /** The table as it stands at a moment; what the logs hold beyond it is left out. */
  public static Drops of(SortedMap<Integer, CoreLog> logs, long untilMillis, long windowMillis) {
    Drops drops = new Drops();
    int[][][] counts = new int[STILL.length + 1][HORIZONS.length][DROP_MAX + 2];
    SortedMap<Integer, double[]> own = new TreeMap<>();
    for (Map.Entry<Integer, CoreLog> entry : logs.entrySet()) {
      double[] seen = new double[2 * (STILL.length + 1)];
      look(entry.getValue(), untilMillis, windowMillis, counts, seen);
      own.put(entry.getKey(), seen);
    }
    drops.fill(counts);
    Arrays.setAll(drops.rows, still -> new Risks(HORIZONS, drops.risk[still]));
    own.forEach((machine, seen) -> drops.multiples.put(machine, drops.multiple(seen)));
    return drops;
  }

  /** Looks at one machine's past; the last place of a row of counts is their sum. */
  private static void look(
      CoreLog log, long untilMillis, long windowMillis, int[][][] counts, double[] seen) {
    int size = log.sizeBefore(untilMillis);
    if (size == 0) {
      return;
    }
    long begin = Math.max(log.atMillis(0), untilMillis - windowMillis);
    int at = 0;
    for (long from = begin; from + HORIZONS[0] <= untilMillis; from += EVERY_MILLIS) {
      while (at + 1 < size && log.atMillis(at + 1) <= from) {
        at++;
      }
      if (log.cores(at) == 0) {
        return;
      }
      int still = stillness(from - log.atMillis(at));
      int least = log.cores(at);
      int next = at + 1;
      for (int k = 0; k < HORIZONS.length && from + HORIZONS[k] <= untilMillis; k++) {
        while (next < size && log.atMillis(next) <= from + HORIZONS[k]) {
          least = Math.min(least, log.cores(next++));
        }
        int drop = Math.min(DROP_MAX, log.cores(at) - least);
        counts[still][k][drop]++;
        counts[still][k][DROP_MAX + 1]++;
        if (k == OWN_HORIZON) {
          seen[2 * still]++;
          seen[2 * still + 1] += drop > 0 ? 1 : 0;
        }
      }
    }
  }

  /** 0 and the longest horizons below this time; a few. */
  public static long[] horizonsBelow(long millis) {
    int below = 0;
    while (below < HORIZONS.length && HORIZONS[below] < millis) {
      below++;
    }
    int first = Math.max(0, below - 4);
    long[] found = new long[below - first + 1];
    System.arraycopy(HORIZONS, first, found, 1, below - first);
    return found;
  }

  /** In which row machines are that have been still for so long. */
  public static int stillness(long elapsedMillis) {
    int still = 0;
    while (still < STILL.length && elapsedMillis >= STILL[still]) {
      still++;
    }
    return still;
  }

  /**
   * Where little was seen a row leans on its neighbours: the shortest horizon on machines that have
   * been still for a little less, a longer one on two halves of it, the second of them on a machine
   * that has been still through the first.
   */
  private void fill(int[][][] counts) {
    double[] all = pool(counts);
    for (int k = 0; k < HORIZONS.length; k++) {
      for (int still = 0; still <= STILL.length; still++) {
        int[] row = counts[still][k];
        double upTo = 0;
        for (int drop = 0; drop <= DROP_MAX; drop++) {
          upTo += row[drop];
          double leaning =
              k > 0
                  ? risk[still][k - 1][drop] + risk[stillAfter(still, k - 1)][k - 1][drop]
                  : still > 0 ? risk[still - 1][0][drop] : all[drop];
          double share =
              (upTo + SMOOTHING * StrictMath.exp(-leaning)) / (row[DROP_MAX + 1] + SMOOTHING);
          double before = k == 0 ? 0 : risk[still][k - 1][drop];
          // Longer horizons have been seen less often; they are never less risky.
          risk[still][k][drop] = Math.max(before, -StrictMath.log(share));
        }
      }
    }
  }

  /** The stillness of a machine that was of this one and has been so for another horizon. */
  private static int stillAfter(int still, int horizon) {
    return stillness((still == 0 ? 0 : STILL[still - 1]) + HORIZONS[horizon]);
  }

  /** The risk at the shortest horizon of all machines together. */
  private static double[] pool(int[][][] counts) {
    double[] risks = new double[DROP_MAX + 1];
    double upTo = 0;
    double looks = 0;
    for (int[][] rows : counts) {
      looks += rows[0][DROP_MAX + 1];
    }
    for (int drop = 0; drop <= DROP_MAX; drop++) {
      for (int[][] rows : counts) {
        upTo += rows[0][drop];
      }
      risks[drop] = -StrictMath.log((upTo + GUESSES * guess(0, drop)) / (looks + GUESSES));
    }
    return risks;
  }

  /** What is thought before anything was seen: a shrink every two hours, of eight cores or so. */
  private static double guess(int horizon, int drop) {
    double shrinks = HORIZONS[horizon] / (120.0 * MINUTE) * StrictMath.exp(-drop / 8.0);
    return StrictMath.exp(-shrinks);
  }

  private double multiple(double[] seen) {
    double fell = 0;
    double expected = 0;
    for (int still = 0; still <= STILL.length; still++) {
      fell += seen[2 * still + 1];
      expected += seen[2 * still] * (1 - StrictMath.exp(-risk[still][OWN_HORIZON][0]));
    }
    // Looks overlap: as many as fit into the horizon see the same fall.
    double overlap = HORIZONS[OWN_HORIZON] / (double) EVERY_MILLIS;
    return (fell / overlap + OWN_FALLS) / (expected / overlap + OWN_FALLS);
  }

  /** How much more often this machine falls than others; 1 for one that is not known. */
  public double multiple(int machine) {
    return multiples.getOrDefault(machine, 1.0);
  }

  /**
   * The risk, -ln of the chance that it does not happen, of a drop of more than so many cores
   * within this time on a machine that has been still for so long; for a machine like any other.
   */
  public double risk(long elapsedMillis, long withinMillis, int cores) {
    return after(elapsedMillis).risk(withinMillis, cores);
  }

  /** The risks of machines that have been still for so long. */
  public Risks after(long elapsedMillis) {
    return rows[stillness(elapsedMillis)];
  }

  /** The same for all that have been still for about so long. */
  public Risks row(int stillness) {
    return rows[stillness];
  }
}
