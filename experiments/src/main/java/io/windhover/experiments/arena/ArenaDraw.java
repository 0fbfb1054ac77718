package io.windhover.experiments.arena;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cases of a run. Seeds go up by two from the first, so that even ones, for development, and
 * odd ones, for the final table, never meet; those in which nobody could be in time are passed
 * over.
 *
 * @param dropped how many were passed over
 */
record ArenaDraw(List<ArenaCase> cases, int dropped) {
  private static final int STEP = 2;

  ArenaDraw {
    cases = List.copyOf(cases);
  }

  static List<ArenaFamily> families(Optional<Path> data) {
    List<ArenaFamily> families = new ArrayList<>();
    families.addAll(PaperCells.families());
    families.addAll(BagWorlds.families());
    families.addAll(FlowWorlds.families());
    families.addAll(StreamWorlds.families());
    families.addAll(LongWorlds.families());
    data.ifPresent(folder -> families.addAll(RecordedWorlds.families(folder)));
    return families;
  }

  /** So many cases, of each family by its weight and at least one. */
  static ArenaDraw of(List<ArenaFamily> families, int count, long firstSeed) {
    int weights = families.stream().mapToInt(ArenaFamily::weight).sum();
    List<ArenaCase> cases = new ArrayList<>();
    int dropped = 0;
    int weightBefore = 0;
    for (ArenaFamily family : families) {
      // Cumulative shares, so that all of them together are exactly the count.
      int until = Math.round((float) count * (weightBefore + family.weight()) / weights);
      int wanted = Math.max(1, until - Math.round((float) count * weightBefore / weights));
      weightBefore += family.weight();
      for (long seed = firstSeed; wanted > 0; seed += STEP) {
        Optional<ArenaCase> one = drawn(family, seed);
        one.ifPresent(cases::add);
        wanted -= one.isPresent() ? 1 : 0;
        dropped += one.isPresent() ? 0 : 1;
      }
    }
    return new ArenaDraw(cases, dropped);
  }

  private static Optional<ArenaCase> drawn(ArenaFamily family, long seed) {
    return family.draw(seed).map(world -> new ArenaCase(family, seed, world));
  }

  /** The case of a name such as bag-tail-14; empty when there is none. */
  static Optional<ArenaCase> named(String id, List<ArenaFamily> families) {
    int dash = id.lastIndexOf('-');
    if (dash < 1 || !id.substring(dash + 1).matches("[0-9]{1,15}")) {
      return Optional.empty();
    }
    long seed = Long.parseLong(id.substring(dash + 1));
    return families.stream()
        .filter(family -> family.name().equals(id.substring(0, dash)))
        .findFirst()
        .flatMap(family -> drawn(family, seed));
  }
}
