package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Need;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Rooms on one machine that are kept for the cleanups after attempts that are over. */
final class CleanupRooms {
  private final Map<AttemptId, Room> rooms = new LinkedHashMap<>();

  private record Room(Need need, long sinceMillis) {}

  /** Keeps a room; answers whether it is a new one. */
  boolean keep(AttemptId attempt, Need need, long sinceMillis) {
    return rooms.put(attempt, new Room(need, sinceMillis)) == null;
  }

  /** Frees a room; answers how large it was, empty if none was kept. */
  Optional<Need> free(AttemptId attempt) {
    return Optional.ofNullable(rooms.remove(attempt)).map(Room::need);
  }

  Collection<AttemptId> attempts() {
    return Collections.unmodifiableCollection(rooms.keySet());
  }

  /** Since when a room has been kept; -1 if none is. */
  long sinceMillis(AttemptId attempt) {
    Room room = rooms.get(attempt);
    return room == null ? -1 : room.sinceMillis;
  }
}
