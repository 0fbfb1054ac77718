package io.windhover.policies.harvest.match;

import io.windhover.core.model.Need;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places for tasks of one need, sorted so that few of them have to be weighed. Places of nodes on
 * which room was claimed since are dead; their new places lie in a heap that is looked at in full.
 * When it has grown it is sorted in among those that came before it, which are few, too: to sort
 * all places again and again would cost more than the searches.
 */
final class Shelf {
  private static final int HEAP_MAX = 48;
  private static final int DEAD_MAX = 192;
  private static final int RECENT_MAX = 4096;

  private final Outlook outlook;
  private final Need need;
  private final List<Node> nodes;
  private final List<Integer> claims;
  private int claimsSeen;

  /** By node, one of its places, which knows the others. */
  private final @Nullable Place[] placeOf;

  private Rows old;
  private Rows recent = new Rows(List.of());
  private final List<Place> heap = new ArrayList<>();

  /** Claims since the rows were last without dead places. */
  private int claimed;

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
    all.sort(Place.ORDER);
    this.old = new Rows(all);
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

  private void catchUp() {
    for (; claimsSeen < claims.size(); claimsSeen++) {
      int index = claims.get(claimsSeen);
      claimed++;
      for (Place dead = placeOf[index]; dead != null; dead = dead.other) {
        dead.alive = false;
      }
      placeOf[index] = null;
      addPlaces(index, heap);
    }
    if (claimed > DEAD_MAX) {
      old.compact();
      claimed = 0;
    }
    if (heap.size() > HEAP_MAX) {
      heap.removeIf(place -> !place.alive);
      heap.sort(Place.ORDER);
      recent = new Rows(merged(recent, heap));
      heap.clear();
    }
    if (recent.size() > RECENT_MAX) {
      List<Place> all = merged(recent, List.of());
      old = new Rows(merged(old, all));
      recent = new Rows(List.of());
    }
  }

  private static List<Place> merged(Rows rows, List<Place> others) {
    List<Place> all = new ArrayList<>(rows.size() + others.size());
    int next = 0;
    for (int i = 0; i < rows.size(); i++) {
      Place place = rows.place(i);
      if (place.alive) {
        while (next < others.size() && Place.ORDER.compare(others.get(next), place) < 0) {
          all.add(others.get(next++));
        }
        all.add(place);
      }
    }
    all.addAll(others.subList(next, others.size()));
    return all;
  }

  /** Weighs every place that could be the best. */
  void search(Search search) {
    catchUp();
    for (Place place : heap) {
      if (!search.isTooLate(place.startMillis) && place.takes(search.task.durationMillis())) {
        double expected =
            search.expectedMillis(
                place.node.last(),
                place.startMillis,
                place.stillMillis,
                place.rank,
                search.endRank(place.stillMillis));
        if (!search.isWorse(expected)) {
          search.offer(place.index, place.node, place.startMillis, expected);
        }
      }
    }
    recent.search(search);
    old.search(search);
  }
}
