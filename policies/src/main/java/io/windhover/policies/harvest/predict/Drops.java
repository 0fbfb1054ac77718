package io.windhover.policies.harvest.predict;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far machines fall: the chance that the cores of a machine that has so many and has been still
 * for so long drop by more than so many within so much time. SlackSched leaves this open ("future
 * work can consider predicting shrink size", section 3.1.1): a small shrink on a half-empty node
 * kills nobody.
 *
 * <p>Every machine's past is looked at from many moments, a few minutes apart ({@link Looks}). The
 * counts of all machines make a table by stillness. How much oftener machines of about one size
 * fell that far than the table says multiplies it: a large regular machine cannot come where little
 * is left, and where much is left all can, one after the other. How much oftener a machine fell
 * than all that says of it multiplies its own risk. To what was seen a few falls are added each
 * time, so that little history says little.
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

  /** Machines of fewer cores than these are alike; the last is as many as a machine may have. */
  private static final int[] SIZES = {4, 8, 16, 32, Looks.DROP_MAX + 1};

  /** Deeper drops are not told apart. */
  public static final int DEEPEST = Looks.DROP_MAX;

  private static final int STILLS = STILL.length + 1;

  /** Of machines that have been still for about as long and are about as large. */
  public static final int ROWS = SIZES.length * STILLS;

  /** How many looks what a row leans on counts for. */
  private static final double SMOOTHING = 10;

  /** How many looks the guess counts for that stands before the first. */
  private static final double GUESSES = 3;

  /** The horizon by which machines are told apart, and the falls added to what was seen. */
  private static final int OWN_HORIZON = 3;

  private static final double OWN_FALLS = 2;

  /** The same for machines of about one size. */
  private static final double SIZE_FALLS = 4;

  /** How many looks that counts for beside those at machines of this size and stillness. */
  private static final double SIZE_SMOOTHING = 20;

  private final Risks[] rows = new Risks[ROWS];
  private final Extremes least;
  private final Extremes most;

  private final SortedMap<Integer, Double> multiples = new TreeMap<>();

  private Drops(Looks looks) {
    fill(looks);
    least = new Extremes(HORIZONS, rows, true);
    most = new Extremes(HORIZONS, rows, false);
  }

  /** The table as it stands at a moment; what the logs hold beyond it is left out. */
  public static Drops of(SortedMap<Integer, CoreLog> logs, long untilMillis, long windowMillis) {
    Looks looks = new Looks(HORIZONS, ROWS, Drops::row);
    SortedMap<Integer, int[]> own = new TreeMap<>();
    for (Map.Entry<Integer, CoreLog> entry : logs.entrySet()) {
      int[] seen = new int[2 * ROWS];
      looks.at(entry.getValue(), untilMillis, windowMillis, OWN_HORIZON, seen);
      own.put(entry.getKey(), seen);
    }
    Drops drops = new Drops(looks);
    own.forEach((machine, seen) -> drops.multiples.put(machine, drops.multiple(seen)));
    return drops;
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

  /** In which row machines are that have so many cores and have been still for so long. */
  public static int row(long elapsedMillis, int cores) {
    int size = 0;
    while (size + 1 < SIZES.length && cores >= SIZES[size]) {
      size++;
    }
    return size * STILLS + stillness(elapsedMillis);
  }

  private static int stillness(long elapsedMillis) {
    int still = 0;
    while (still < STILL.length && elapsedMillis >= STILL[still]) {
      still++;
    }
    return still;
  }

  private void fill(Looks looks) {
    double[][][] all = ofAnySize(looks);
    for (int size = 0; size < SIZES.length; size++) {
      double[][][] risks = new double[STILLS][HORIZONS.length][SIZES[size]];
      for (int drop = 0; drop < SIZES[size]; drop++) {
        double oftener = oftener(looks, size, drop, all);
        for (int still = 0; still < STILLS; still++) {
          int row = size * STILLS + still;
          for (int k = 0; k < HORIZONS.length; k++) {
            double leaning = oftener * all[still][k][drop];
            double risk = risk(looks.tally(row, k, drop), SIZE_SMOOTHING, leaning);
            // Longer horizons have been seen less often, and so have machines that could fall
            // deeper: the former are never less risky, the latter never more.
            risk = k == 0 ? risk : Math.max(risk, risks[still][k - 1][drop]);
            risks[still][k][drop] = drop == 0 ? risk : Math.min(risk, risks[still][k][drop - 1]);
          }
        }
      }
      for (int still = 0; still < STILLS; still++) {
        rows[size * STILLS + still] = new Risks(HORIZONS, risks[still]);
      }
    }
  }

  /**
   * By stillness, horizon and drop: -ln of the chance that it is no deeper, of machines that have
   * the cores to lose. Where little was seen a row leans on its neighbours: the shortest horizon on
   * machines that have been still for a little less, a longer one on two halves of it, the second
   * of them on a machine that has been still through the first.
   */
  private static double[][][] ofAnySize(Looks looks) {
    double[][][] risk = new double[STILLS][HORIZONS.length][Looks.DROP_MAX + 1];
    for (int k = 0; k < HORIZONS.length; k++) {
      for (int still = 0; still < STILLS; still++) {
        for (int drop = 0; drop <= Looks.DROP_MAX; drop++) {
          double leaning =
              k > 0
                  ? risk[still][k - 1][drop] + risk[stillAfter(still, k - 1)][k - 1][drop]
                  : still > 0 ? risk[still - 1][0][drop] : ofAny(looks, drop);
          double found = risk(sum(looks, still, k, drop), SMOOTHING, leaning);
          risk[still][k][drop] = k == 0 ? found : Math.max(found, risk[still][k - 1][drop]);
        }
      }
    }
    return risk;
  }

  /** Over all sizes. */
  private static Looks.Tally sum(Looks looks, int still, int horizon, int drop) {
    Looks.Tally sum = Looks.Tally.NONE;
    for (int size = 0; size < SIZES.length; size++) {
      sum = sum.plus(looks.tally(size * STILLS + still, horizon, drop));
    }
    return sum;
  }

  private static double risk(Looks.Tally seen, double smoothing, double leaning) {
    double kept = seen.looks() - seen.falls() + smoothing * StrictMath.exp(-leaning);
    return -StrictMath.log(kept / (seen.looks() + smoothing));
  }

  /** The stillness of a machine that was of this one and has been so for another horizon. */
  private static int stillAfter(int still, int horizon) {
    return stillness((still == 0 ? 0 : STILL[still - 1]) + HORIZONS[horizon]);
  }

  /** The risk at the shortest horizon of all machines together. */
  private static double ofAny(Looks looks, int drop) {
    Looks.Tally sum = Looks.Tally.NONE;
    for (int still = 0; still < STILLS; still++) {
      sum = sum.plus(sum(looks, still, 0, drop));
    }
    return risk(sum, GUESSES, guess(drop));
  }

  /** What is thought before anything was seen: a shrink every two hours, of eight cores or so. */
  private static double guess(int drop) {
    return HORIZONS[0] / (120.0 * MINUTE) * StrictMath.exp(-drop / 8.0);
  }

  /** How much oftener machines of this size fell by more than so many than those of any size. */
  private static double oftener(Looks looks, int size, int drop, double[][][] all) {
    double falls = 0;
    double expected = 0;
    for (int still = 0; still < STILLS; still++) {
      Looks.Tally seen = looks.tally(size * STILLS + still, OWN_HORIZON, drop);
      falls += seen.falls();
      expected += seen.looks() * (1 - StrictMath.exp(-all[still][OWN_HORIZON][drop]));
    }
    return multiple(falls, expected, SIZE_FALLS);
  }

  private double multiple(int[] seen) {
    double falls = 0;
    double expected = 0;
    for (int row = 0; row < ROWS; row++) {
      falls += seen[2 * row + 1];
      if (seen[2 * row] > 0) {
        double risk = rows[row].risk(HORIZONS[OWN_HORIZON], 0);
        expected += seen[2 * row] * (1 - StrictMath.exp(-risk));
      }
    }
    return multiple(falls, expected, OWN_FALLS);
  }

  /** Looks overlap: as many as fit into the horizon see the same fall. */
  private static double multiple(double falls, double expected, double added) {
    double overlap = HORIZONS[OWN_HORIZON] / (double) Looks.EVERY_MILLIS;
    return (falls / overlap + added) / (expected / overlap + added);
  }

  /** How much more often this machine falls than others like it; 1 for one that is not known. */
  public double multiple(int machine) {
    return multiples.getOrDefault(machine, 1.0);
  }

  /** The risks of machines that have so many cores and have been still for so long. */
  public Risks after(long elapsedMillis, int cores) {
    return rows[row(elapsedMillis, cores)];
  }

  /** The same for all that have about as many and have been still for about so long. */
  public Risks row(int row) {
    return rows[row];
  }

  /** By row and drop, what risks grow by at least while no more cores may go than the drop. */
  public Extremes least() {
    return least;
  }

  /** What they grow by at most while no fewer may go. */
  public Extremes most() {
    return most;
  }
}
