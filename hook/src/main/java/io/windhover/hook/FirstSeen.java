package io.windhover.hook;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** When each machine was first seen in its state, for hooks that do not say since when it is so. */
final class FirstSeen {
  private final LongSupplier clock;
  private final Map<String, Change> byLease = new HashMap<>();

  private record Change(State state, long atMillis) {}

  FirstSeen(LongSupplier clock) {
    this.clock = clock;
  }

  /** The sighting with the time of its change: as it was said, or as it was first seen here. */
  synchronized Sighting dated(SurveyedMachine seen) {
    Sighting said = seen.sighting();
    Change before = byLease.get(said.lease());
    long atMillis;
    if (seen.changedAtMillis().isPresent()) {
      atMillis = seen.changedAtMillis().getAsLong();
    } else if (before != null && before.state() == said.state()) {
      atMillis = before.atMillis();
    } else if (before == null && said.state() == State.RUNNING && said.sinceMillis() > 0) {
      atMillis = said.sinceMillis();
    } else {
      atMillis = Math.max(clock.getAsLong(), said.sinceMillis());
    }
    byLease.put(said.lease(), new Change(said.state(), atMillis));
    return new Sighting(
        said.lease(),
        said.state(),
        said.sinceMillis(),
        atMillis,
        said.frozenMillis(),
        said.noticeMillis(),
        said.coming(),
        said.why(),
        said.chargedNanos());
  }

  /** Forgets the others. */
  synchronized void keep(List<Sighting> seen) {
    Set<String> there = seen.stream().map(Sighting::lease).collect(Collectors.toSet());
    byLease.keySet().retainAll(there);
  }
}
