package io.windhover.policies.harvest.predict;

/**
 * Looks at the past of machines from many moments, a few minutes apart: in which state was the
 * machine then, and how deep did it fall within each horizon after? Of a drop of more than so many
 * cores only machines tell that had more: one that had fewer was not spared, it had nothing to
 * lose.
 */
final class Looks {
  static final long EVERY_MILLIS = 600_000;

  /** Deeper drops are not told apart. */
  static final int DROP_MAX = 64;

  /** The row in which a machine is counted that has so many cores and was still for so long. */
  interface Rows {
    int row(long elapsedMillis, int cores);
  }

  /**
   * What came of looks at machines that could fall so far.
   *
   * @param falls how many of them did
   */
  record Tally(int looks, int falls) {
    static final Tally NONE = new Tally(0, 0);

    Tally plus(Tally other) {
      return new Tally(looks + other.looks, falls + other.falls);
    }
  }

  private final long[] horizons;
  private final Rows rows;

  /** By row, horizon and cores: how many looks found so many, how many a drop by so many. */
  private final int[][][] had;

  private final int[][][] fell;

  /** Whether the counts are of more than so many by now. */
  private boolean summed;

  Looks(long[] horizons, int rowCount, Rows rows) {
    this.horizons = horizons;
    this.rows = rows;
    this.had = new int[rowCount][horizons.length][DROP_MAX + 2];
    this.fell = new int[rowCount][horizons.length][DROP_MAX + 2];
  }

  /**
   * Looks at one machine.
   *
   * @param ownHorizon for which it is counted apart how often it was looked at in each row, and how
   *     often it fell at all
   */
  void at(CoreLog log, long untilMillis, long windowMillis, int ownHorizon, int[] seen) {
    int size = log.sizeBefore(untilMillis);
    if (size == 0) {
      return;
    }
    long begin = Math.max(log.atMillis(0), untilMillis - windowMillis);
    int at = 0;
    for (long from = begin; from + horizons[0] <= untilMillis; from += EVERY_MILLIS) {
      while (at + 1 < size && log.atMillis(at + 1) <= from) {
        at++;
      }
      int cores = log.cores(at);
      if (cores == 0) {
        return;
      }
      int row = rows.row(from - log.atMillis(at), cores);
      int least = cores;
      int next = at + 1;
      for (int k = 0; k < horizons.length && from + horizons[k] <= untilMillis; k++) {
        while (next < size && log.atMillis(next) <= from + horizons[k]) {
          least = Math.min(least, log.cores(next++));
        }
        had[row][k][Math.min(DROP_MAX + 1, cores)]++;
        fell[row][k][Math.min(DROP_MAX + 1, cores - least)]++;
        if (k == ownHorizon) {
          seen[2 * row]++;
          seen[2 * row + 1] += least < cores ? 1 : 0;
        }
      }
    }
  }

  /** Of looks at machines with more cores than so many; no more looks after this. */
  Tally tally(int row, int horizon, int drop) {
    if (!summed) {
      summed = true;
      sumUp(had);
      sumUp(fell);
    }
    return new Tally(had[row][horizon][drop], fell[row][horizon][drop]);
  }

  /** From so many to more than so many. */
  private static void sumUp(int[][][] counts) {
    for (int[][] row : counts) {
      for (int[] byCores : row) {
        int more = 0;
        for (int cores = DROP_MAX + 1; cores >= 0; cores--) {
          int exactly = byCores[cores];
          byCores[cores] = more;
          more += exactly;
        }
      }
    }
  }
}
