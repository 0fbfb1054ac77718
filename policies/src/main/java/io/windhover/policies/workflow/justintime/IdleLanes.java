package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.List;

/**
 * Lanes that are up and idle, in the order of their machines. A sorted array: all of them are
 * looked at a dozen times for each one that comes or goes.
 */
final class IdleLanes {
  private final List<Lane> lanes = new ArrayList<>();

  void add(Lane lane) {
    int place = placeOf(lane);
    if (place == lanes.size() || lanes.get(place) != lane) {
      lanes.add(place, lane);
    }
  }

  void remove(Lane lane) {
    int place = placeOf(lane);
    if (place < lanes.size() && lanes.get(place) == lane) {
      lanes.remove(place);
    }
  }

  int size() {
    return lanes.size();
  }

  /** As they are now, whatever becomes of them. */
  Lane[] now() {
    return lanes.toArray(new Lane[0]);
  }

  /** The first that does not come before it. */
  private int placeOf(Lane lane) {
    int low = 0;
    int high = lanes.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(lanes.get(middle), lane)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean isBefore(Lane one, Lane other) {
    return one.vm.id != other.vm.id ? one.vm.id < other.vm.id : one.number < other.number;
  }
}
