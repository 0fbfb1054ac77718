package io.windhover.experiments.arena;

import io.windhover.core.chance.Chance;
import java.util.List;

/** A world with its name: the family and the seed it is drawn from. */
record ArenaCase(ArenaFamily family, long seed, SmallWorld world) {
  String id() {
    return family.name() + "-" + seed;
  }

  /** The seed of the market's so manieth run. */
  long marketSeed(int run) {
    return Chance.stream(seed, family.name() + " market", run).nextLong() >>> 1;
  }

  /**
   * How many of these runs tell something new, to one who rents spot machines or to one who not.
   */
  int runs(int seeds, boolean onDemandOnly) {
    return switch (world.chance()) {
      case NOTHING -> 1;
      case SPOT_MACHINES -> onDemandOnly ? 1 : seeds;
      case EVERYTHING -> seeds;
    };
  }

  /** Those that promise deadlines and can take it. */
  List<String> rivals() {
    return world.dag() ? Contestants.OF_WORKFLOWS : Contestants.OF_BAGS;
  }
}
