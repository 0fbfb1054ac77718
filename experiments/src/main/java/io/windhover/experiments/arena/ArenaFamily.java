package io.windhover.experiments.arena;

import java.util.Optional;

/**
 * Cases of one kind.
 *
 * @param name as tables and the names of cases have it
 * @param weight how many of about two hundred cases are of it
 * @param recorded whether it takes a folder of outside data
 */
record ArenaFamily(String name, int weight, boolean recorded, Drawer drawer) {
  /** One that is drawn from chance alone. */
  ArenaFamily(String name, int weight, Drawer drawer) {
    this(name, weight, false, drawer);
  }

  /** Draws a world from a seed; empty when nobody could be in time in it. */
  @FunctionalInterface
  interface Drawer {
    Optional<SmallWorld> draw(long seed);
  }

  Optional<SmallWorld> draw(long seed) {
    return drawer.draw(seed);
  }
}
