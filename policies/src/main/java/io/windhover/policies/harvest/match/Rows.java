package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.predict.Change;
import java.util.Arrays;
import java.util.List;

/**
 * Places in order. They lie in rows, one for each kind of last change and each length in bits of
 * the time until the place is free: a row of places that are free too late for the task is passed
 * over, and so are all after it. In a row they lie by how long the node will have been still. E
 * depends on nothing else, so any stretch of a row has a bound, and stretches are halved while
 * theirs is not above the best so far.
 */
final class Rows {
  private static final int STRETCH = 12;

  private int size;
  private final Place[] places;

  /** Beside them, close together, what is looked at most. */
  private final long[] stillMillis;

  private final long[] startMillis;
  private final int[] ranks;

  /** By row, where it begins; the last is where all end. */
  private final int[] rows = new int[2 * 65 + 1];

  /**
   * @param inOrder by {@link Place#ORDER}
   */
  Rows(List<Place> inOrder) {
    places = inOrder.toArray(new Place[0]);
    stillMillis = new long[places.length];
    startMillis = new long[places.length];
    ranks = new int[places.length];
    compact();
  }

  int size() {
    return size;
  }

  Place place(int i) {
    return places[i];
  }

  /** Lets go those that are dead. */
  void compact() {
    int before = size == 0 ? places.length : size;
    int kept = 0;
    int row = 0;
    for (int i = 0; i < before; i++) {
      Place place = places[i];
      if (place.alive) {
        places[kept] = place;
        stillMillis[kept] = place.stillMillis;
        startMillis[kept] = place.startMillis;
        ranks[kept] = place.rank;
        while (row <= place.row) {
          rows[row++] = kept;
        }
        kept++;
      }
    }
    Arrays.fill(rows, row, rows.length, kept);
    size = kept;
  }

  /** Weighs every place that could be the best. */
  void search(Search search) {
    for (int row = 0; row + 1 < rows.length; row++) {
      long start = row < 2 ? 0 : 1L << (row / 2 - 1);
      if (search.isTooLate(start)) {
        return;
      }
      if (rows[row] < rows[row + 1]) {
        new Walk(search, row % 2 == 0 ? Change.GREW : Change.SHRANK, start)
            .through(rows[row], rows[row + 1]);
      }
    }
  }

  /** A search through one row. */
  private final class Walk {
    final Search search;
    final Change last;
    final double harmful;

    /** No place of the row is free earlier. */
    final long soonestMillis;

    Walk(Search search, Change last, long soonestMillis) {
      this.search = search;
      this.last = last;
      this.harmful = search.harmful(last);
      this.soonestMillis = soonestMillis;
    }

    void through(int from, int to) {
      if (stillMillis[from] == stillMillis[to - 1] && startMillis[from] == startMillis[to - 1]) {
        firstOfEquals(from, to);
      } else if (to - from <= STRETCH) {
        for (int i = to - 1; i >= from; i--) {
          weigh(i, search.endRank(stillMillis[i]));
        }
      } else {
        halves(from, (from + to) >>> 1, to);
      }
    }

    /** Where all are alike the lowest id is the best, and comes first. */
    private void firstOfEquals(int from, int to) {
      for (int i = from; i < to; i++) {
        if (places[i].takes(search.task.durationMillis())) {
          weigh(i, search.endRank(stillMillis[i]));
          return;
        }
      }
    }

    private void weigh(int i, int endRank) {
      if (search.isWorse(harmful, startMillis[i], stillMillis[i], ranks[i], endRank)) {
        return;
      }
      double expected =
          search.expectedMillis(last, startMillis[i], stillMillis[i], ranks[i], endRank);
      if (search.isWorse(expected)) {
        return;
      }
      Place place = places[i];
      if (place.takes(search.task.durationMillis())) {
        search.offer(place.index, place.node, place.startMillis, expected);
      }
    }

    /** The half with the lower bound first, of equal ones that of stiller nodes. */
    private void halves(int from, int middle, int to) {
      double low = bound(from, middle);
      double high = bound(middle, to);
      if (low < high) {
        through(from, middle, low);
        through(middle, to, high);
      } else {
        through(middle, to, high);
        through(from, middle, low);
      }
    }

    private double bound(int from, int to) {
      return search.boundMillis(
          last, soonestMillis, stillMillis[from], ranks[from], stillMillis[to - 1], ranks[to - 1]);
    }

    private void through(int from, int to, double bound) {
      if (!search.isBeaten(bound, stillMillis[to - 1] - soonestMillis)) {
        through(from, to);
      }
    }
  }
}
