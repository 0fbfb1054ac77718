package io.windhover.policies.match;

import io.windhover.core.model.Need;
import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  /** The need that was served last, and where: what is before that place did not fit it. */
  private @Nullable Need lastNeed;

  private int lastPlace;

  Room(Collection<? extends MachineView> machines) {
    machines.forEach(machine -> places.add(new Place(machine)));
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /**
   * Takes room for one task on the first machine that fits; answers its id, or NOWHERE. The first
   * task of its need to find no place claims one.
   */
  int take(Need need) {
    if (hopeless.contains(need)) {
      return NOWHERE;
    }
    for (int i = need.equals(lastNeed) ? lastPlace : 0; i < places.size(); i++) {
      Place place = places.get(i);
      if (place.fits(need)) {
        place.freeCores -= need.cores();
        place.freeMemoryBytes -= need.memoryBytes();
        lastNeed = need;
        lastPlace = i;
        if (place.freeCores == 0) {
          places.remove(i);
        }
        return place.machine.id();
      }
    }
    hopeless.add(need);
    claimFor(need);
    return NOWHERE;
  }

  /** Keeps the machine that is nearest to having this room from being filled by later tasks. */
  private void claimFor(Need need) {
    Place best = null;
    for (Place place : places) {
      if (place.machine.spec().offers(need) && (best == null || place.freeCores > best.freeCores)) {
        best = place;
      }
    }
    places.remove(best);
    lastNeed = null;
  }
}
