package io.windhover.policies.harvest.match;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.predict.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places for tasks of one need, sorted so that few of them have to be weighed. They lie in rows,
 * one for each kind of last change and each length in bits of the time until the place is free: a
 * row of places that are free too late for the task is passed over, and so are all after it. In a
 * row they lie by how long the node will have been still. E depends on nothing else, so any stretch
 * of a row has a bound, and stretches are halved while theirs is not above the best so far.
 *
 * <p>Places of nodes on which room was claimed since are dead; their new places lie in a heap that
 * is looked at in full and sorted in when it has grown.
 */
final class Shelf {
  private static final int STRETCH = 6;
  private static final int HEAP_MAX = 256;

  /** Room for tasks that last longer than one bound and no longer than the other. */
  private static final class Place {
    final int index;
    final Node node;
    final int row;
    final long startMillis;

    /** How long the node will have been still by the start. */
    final long stillMillis;

    /** Of the stillness, in the outlook. */
    final int rank;

    final long overMillis;
    final long upToMillis;
    final @Nullable Place other;
    boolean alive = true;

    /**
     * @param index of the node
     * @param other one more place on the same node
     */
    Place(
        int index,
        Node node,
        Outlook outlook,
        long start,
        long overMillis,
        long upToMillis,
        @Nullable Place other) {
      this.index = index;
      this.node = node;
      int length = 64 - Long.numberOfLeadingZeros(start);
      this.row = 2 * length + (node.last() == Change.GREW ? 0 : 1);
      this.startMillis = start;
      this.stillMillis = node.elapsedMillis() + start;
      this.rank = outlook.rank(stillMillis);
      this.overMillis = overMillis;
      this.upToMillis = upToMillis;
      this.other = other;
    }

    boolean takes(long durationMillis) {
      return alive && overMillis < durationMillis && durationMillis <= upToMillis;
    }
  }

  private static final Comparator<Place> ORDER =
      (one, other) -> {
        if (one.row != other.row) {
          return Integer.compare(one.row, other.row);
        }
        if (one.stillMillis != other.stillMillis) {
          return Long.compare(one.stillMillis, other.stillMillis);
        }
        if (one.startMillis != other.startMillis) {
          return Long.compare(one.startMillis, other.startMillis);
        }
        return Integer.compare(one.node.id(), other.node.id());
      };

  private final Outlook outlook;
  private final Need need;
  private final List<Node> nodes;
  private final List<Integer> claims;
  private int claimsSeen;

  /** By node, one of its places, which knows the others. */
  private final @Nullable Place[] placeOf;

  /** In order; beside them, close together, what is looked at most. */
  private Place[] places = new Place[0];

  private long[] stillMillis = new long[0];
  private long[] startMillis = new long[0];
  private int[] ranks = new int[0];

  /** By row, where it begins; the last is where all end. */
  private final int[] rows = new int[2 * 65 + 1];

  private final List<Place> heap = new ArrayList<>();

  /**
   * @param claims grows during the pass: the nodes on which room was claimed, in that order
   */
  Shelf(Outlook outlook, Need need, List<Node> nodes, List<Integer> claims) {
    this.outlook = outlook;
    this.need = need;
    this.nodes = nodes;
    this.claims = claims;
    this.claimsSeen = claims.size();
    this.placeOf = new Place[nodes.size()];
    List<Place> all = new ArrayList<>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      addPlaces(i, all);
    }
    all.sort(ORDER);
    lay(all);
  }

  private void addPlaces(int index, List<Place> to) {
    Node node = nodes.get(index);
    if (node.labels().containsAll(need.requires())) {
      node.room()
          .windows(
              need.cores(),
              need.memoryBytes(),
              (start, over, upTo) -> {
                Place place = new Place(index, node, outlook, start, over, upTo, placeOf[index]);
                placeOf[index] = place;
                to.add(place);
              });
    }
  }

  private void lay(List<Place> all) {
    places = all.toArray(new Place[0]);
    stillMillis = new long[places.length];
    startMillis = new long[places.length];
    ranks = new int[places.length];
    int row = 0;
    for (int i = 0; i < places.length; i++) {
      stillMillis[i] = places[i].stillMillis;
      startMillis[i] = places[i].startMillis;
      ranks[i] = places[i].rank;
      while (row <= places[i].row) {
        rows[row++] = i;
      }
    }
    Arrays.fill(rows, row, rows.length, places.length);
  }

  private void catchUp() {
    for (; claimsSeen < claims.size(); claimsSeen++) {
      int index = claims.get(claimsSeen);
      for (Place dead = placeOf[index]; dead != null; dead = dead.other) {
        dead.alive = false;
      }
      placeOf[index] = null;
      addPlaces(index, heap);
    }
    if (heap.size() > HEAP_MAX) {
      heap.removeIf(place -> !place.alive);
      heap.sort(ORDER);
      lay(merged());
      heap.clear();
    }
  }

  private List<Place> merged() {
    List<Place> all = new ArrayList<>(places.length + heap.size());
    int next = 0;
    for (Place place : places) {
      if (place.alive) {
        while (next < heap.size() && ORDER.compare(heap.get(next), place) < 0) {
          all.add(heap.get(next++));
        }
        all.add(place);
      }
    }
    all.addAll(heap.subList(next, heap.size()));
    return all;
  }

  /** Weighs every place that could be the best. */
  void search(Search search) {
    catchUp();
    for (Place place : heap) {
      if (!search.isTooLate(place.startMillis) && place.takes(search.task.durationMillis())) {
        double expected =
            search.expectedMillis(
                place.node.last(), place.startMillis, place.stillMillis, place.rank);
        if (!search.isWorse(expected)) {
          search.offer(place.index, place.node, place.startMillis, expected);
        }
      }
    }
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

    /** No place of the row is free earlier. */
    final long soonestMillis;

    Walk(Search search, Change last, long soonestMillis) {
      this.search = search;
      this.last = last;
      this.soonestMillis = soonestMillis;
    }

    void through(int from, int to) {
      if (stillMillis[from] == stillMillis[to - 1] && startMillis[from] == startMillis[to - 1]) {
        firstOfEquals(from, to);
      } else if (to - from <= STRETCH) {
        for (int i = to - 1; i >= from; i--) {
          weigh(i);
        }
      } else {
        halves(from, (from + to) >>> 1, to);
      }
    }

    /** Where all are alike the lowest id is the best, and comes first. */
    private void firstOfEquals(int from, int to) {
      for (int i = from; i < to; i++) {
        if (places[i].takes(search.task.durationMillis())) {
          weigh(i);
          return;
        }
      }
    }

    private void weigh(int i) {
      double expected = search.expectedMillis(last, startMillis[i], stillMillis[i], ranks[i]);
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
