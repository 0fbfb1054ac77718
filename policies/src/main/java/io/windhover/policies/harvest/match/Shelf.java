package io.windhover.policies.harvest.match;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.predict.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The nodes that nothing has been claimed on in this pass, sorted for tasks of one need: nodes that
 * will have been still for about as long when they have the room stand together, those with room
 * soonest first. What a place there costs at least is known for all of them at once.
 */
final class Shelf {
  /** Longer than any task. */
  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  /** Stillness is told apart by a sixteenth of its length. */
  private static final int KEY_BITS = 4;

  record Place(int index, Node node, long startMillis) {}

  /** Places that are alike. */
  static final class Cell {
    final Change last;
    final List<Place> places = new ArrayList<>();
    long stillLeastMillis = Long.MAX_VALUE;
    long stillMostMillis;

    Cell(Change last) {
      this.last = last;
    }

    void add(Place place) {
      long still = place.node().elapsedMillis() + place.startMillis();
      places.add(place);
      stillLeastMillis = Math.min(stillLeastMillis, still);
      stillMostMillis = Math.max(stillMostMillis, still);
    }
  }

  final List<Cell> cells;

  /** Nodes whose room comes and goes, so that how long it lasts depends on the task. */
  final List<Integer> odd = new ArrayList<>();

  Shelf(Need need, List<Node> nodes) {
    TreeMap<Long, Cell> byKey = new TreeMap<>();
    Request shortest = new Request(need, 1);
    Request longest = new Request(need, FOR_EVER);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      long start = shortest.startMillis(node);
      if (start == Room.NEVER) {
        continue;
      }
      if (longest.startMillis(node) != start) {
        odd.add(i);
        continue;
      }
      long key = 2 * key(node.elapsedMillis() + start) + (node.last() == Change.GREW ? 0 : 1);
      byKey.computeIfAbsent(key, unused -> new Cell(node.last())).add(new Place(i, node, start));
    }
    cells = new ArrayList<>(byKey.values());
    cells.forEach(cell -> cell.places.sort(Comparator.comparingLong(Place::startMillis)));
  }

  private static long key(long millis) {
    int length = 64 - Long.numberOfLeadingZeros(millis);
    int shift = Math.max(0, length - KEY_BITS - 1);
    return ((long) length << (KEY_BITS + 1)) + (millis >>> shift);
  }
}
