package io.windhover.core.policy;

import io.windhover.core.event.Event;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Sees the world and what has just happened, and decides. The same object serves the simulator, the
 * manager and replay, so it reads no clock, file, socket, environment or chance, and keeps nothing
 * in fields but settings: what it must remember goes into {@link Decision#memory}.
 */
public interface Policy {
  /** The name by which job files choose it. */
  String name();

  default SortedSet<Trait> traits() {
    return new TreeSet<>();
  }

  /** How many attempts of one task may be live at once; the guard holds the policy to it. */
  default int liveAttemptsMax() {
    return 1;
  }

  /** Called once per batch, after every event of it has been applied to the world. */
  Decision decide(WorldView world, List<Event> batch);

  /**
   * Why what waits is waiting, grouped: one reason for ten thousand alike tasks. Asked only when a
   * person wants to know, so it may look at everything.
   */
  List<Reason> explain(WorldView world);

  /**
   * Makes the memory that {@link Memory#encoded} described, with {@link MemoryReader}. A text that
   * another policy wrote, or this one in another form, or that was damaged, is none and throws
   * nothing: {@link Memory#NONE}, which every policy must survive at any moment.
   */
  default Memory recall(String encoded) {
    return Memory.NONE;
  }
}
