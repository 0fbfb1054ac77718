package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.experiments.arena.ArenaChoice;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which worlds of the arena are drawn, and who is judged in them. */
final class ArenaOptions {
  /** Which seeds cases have. */
  enum Draw {
    DEV(ArenaChoice.DEVELOPMENT),
    FINAL(ArenaChoice.FINAL);

    private final long firstSeed;

    Draw(long firstSeed) {
      this.firstSeed = firstSeed;
    }
  }

  @Option(
      names = "--draw",
      paramLabel = "DRAW",
      description = "dev: even seeds, to develop with (usual). final: odd ones, to judge by.")
  private @Nullable Draw draw;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The first seed of every family; every second one is taken from there on.")
  private @Nullable Long seed;

  @Option(
      names = "--case",
      paramLabel = "ID",
      description = "One case alone, closely: a family and a seed, such as bag-tail-14.")
  private @Nullable String caseId;

  @Option(
      names = "--policies",
      paramLabel = "NAMES",
      split = ",",
      description = "Who is judged, with commas between; usually our own.")
  private List<String> policies = List.of();

  boolean areGiven() {
    return draw != null || seed != null || caseId != null || !policies.isEmpty();
  }

  ArenaChoice choice() {
    if (draw != null && seed != null) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--draw and --seed: expected one of them");
    }
    long first = seed != null ? seed : draw != null ? draw.firstSeed : ArenaChoice.DEVELOPMENT;
    try {
      return new ArenaChoice(first, Optional.ofNullable(caseId), policies);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "arena: " + e.getMessage(), e);
    }
  }
}
