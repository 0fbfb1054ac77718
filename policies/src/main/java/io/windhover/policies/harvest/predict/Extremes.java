package io.windhover.policies.harvest.predict;

/**
 * What the risks of {@link Drops} grow by within a time, at least or at most, when how many cores
 * may go without harm changes meanwhile. All rows lie side by side: whoever looks at many nodes
 * finds them in the processor's caches, and a table for another time is made in one sweep.
 */
public final class Extremes {
  private final long[] horizons;

  /** Where each row begins. */
  private final int[] places;

  /** By horizon and place. */
  private final double[][] byHorizon;

  /** At the last horizon, for one drop that never changes. */
  private final double[] plain;

  /**
   * @param least whether the drop may be any lower one at any moment and the least is asked for;
   *     otherwise any deeper one, and the most
   */
  Extremes(long[] horizons, Risks[] rows, boolean least) {
    this.horizons = horizons;
    this.places = new int[rows.length];
    int end = 0;
    for (int row = 0; row < rows.length; row++) {
      places[row] = end;
      end += rows[row].deepest() + 1;
    }
    this.byHorizon = new double[horizons.length][end];
    this.plain = new double[end];
    for (int row = 0; row < rows.length; row++) {
      fill(rows[row], places[row], least);
    }
  }

  private void fill(Risks row, int place, boolean least) {
    int deepest = row.deepest();
    for (int k = 0; k < horizons.length; k++) {
      double extreme = least ? Double.MAX_VALUE : 0;
      for (int i = 0; i <= deepest; i++) {
        int drop = least ? i : deepest - i;
        double grows = row.at(k, drop) - (k == 0 ? 0 : row.at(k - 1, drop));
        extreme = least ? Math.min(extreme, grows) : Math.max(extreme, grows);
        byHorizon[k][place + drop] = extreme + (k == 0 ? 0 : byHorizon[k - 1][place + drop]);
      }
    }
    for (int drop = 0; drop <= deepest; drop++) {
      plain[place + drop] = row.at(horizons.length - 1, drop);
    }
  }

  /** Where a row begins in {@link #within}; then by drop. */
  public int place(int row) {
    return places[row];
  }

  /** By place; the last drop of a row is for any above. */
  public double[] within(long millis) {
    int k = 0;
    while (k < horizons.length && horizons[k] < millis) {
      k++;
    }
    double[] found = new double[plain.length];
    if (k == 0) {
      mix(found, found, byHorizon[0], millis / (double) horizons[0]);
    } else if (k < horizons.length) {
      double part = (millis - horizons[k - 1]) / (double) (horizons[k] - horizons[k - 1]);
      mix(found, byHorizon[k - 1], byHorizon[k], part);
    } else {
      // As much for each moment as up to the last horizon on average; never more for a deeper drop.
      double part = (millis - horizons[k - 1]) / (double) horizons[k - 1];
      for (int i = 0; i < found.length; i++) {
        found[i] = byHorizon[k - 1][i] + part * plain[i];
      }
    }
    return found;
  }

  private static void mix(double[] to, double[] from, double[] other, double part) {
    for (int i = 0; i < to.length; i++) {
      to[i] = from[i] + part * (other[i] - from[i]);
    }
  }
}
