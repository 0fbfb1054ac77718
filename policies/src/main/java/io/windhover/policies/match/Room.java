package io.windhover.policies.match;

import io.windhover.core.model.Need;
import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The free room of all machines while one decision hands it out. */
final class Room {
  static final int NOWHERE = -1;

  private static final class Place {
    final MachineView machine;
    int freeCores;
    long freeMemoryBytes;

    Place(MachineView machine) {
      this.machine = machine;
      this.freeCores = machine.freeCores();
      this.freeMemoryBytes = machine.freeMemoryBytes();
    }

    boolean fits(Need need) {
      return need.cores() <= freeCores
          && need.memoryBytes() <= freeMemoryBytes
          && machine.spec().labels().containsAll(need.requires());
    }
  }

  private final List<Place> places = new ArrayList<>();

  /** Needs that found no place in this decision; room only shrinks, so they need not look again. */
  private final Set<Need> hopeless = new LinkedHashSet<>();

  /** Where the last task was put: the next one alike most likely fits there too. */
  private int hint;

  Room(Collection<? extends MachineView> machines) {
    machines.forEach(machine -> places.add(new Place(machine)));
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Takes room for one task on the first machine that fits; answers its id, or NOWHERE. */
  int take(Need need) {
    if (hopeless.contains(need)) {
      return NOWHERE;
    }
    int start = hint < places.size() && places.get(hint).fits(need) ? hint : 0;
    for (int i = start; i < places.size(); i++) {
      Place place = places.get(i);
      if (place.fits(need)) {
        place.freeCores -= need.cores();
        place.freeMemoryBytes -= need.memoryBytes();
        hint = i;
        if (place.freeCores == 0) {
          places.remove(i);
        }
        return place.machine.id();
      }
    }
    hopeless.add(need);
    return NOWHERE;
  }

  /** Keeps the machine that is nearest to having this room from being filled by later tasks. */
  void claimFor(Need need) {
    Place best = null;
    for (Place place : places) {
      if (place.machine.spec().offers(need) && (best == null || place.freeCores > best.freeCores)) {
        best = place;
      }
    }
    places.remove(best);
  }
}
