package io.windhover.app.bench;

import io.windhover.core.policy.Policy;
import io.windhover.experiments.hads.PaperSetting;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.hads.Trial;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The 28 cells of the HADS paper with many seeds and three policies, on all cores. */
public final class BagCells {
  private static final List<String> POLICIES = List.of("hads", "bag", "on-demand");

  private BagCells() {}

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    List<Cell> cells = PaperSetting.cells();
    int each = POLICIES.size() * cells.size();
    long beganNanos = System.nanoTime();
    long late =
        IntStream.range(0, each * seeds)
            .parallel()
            .filter(
                i -> {
                  String name = POLICIES.get(i % POLICIES.size());
                  Cell cell = cells.get(i / POLICIES.size() % cells.size());
                  return !new Trial(cell, Reading.RUN, 0, 1 + i / each).run(policy(name)).inTime();
                })
            .count();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    System.out.printf(Locale.ROOT, "runs %d late %d seconds %.3f%n", each * seeds, late, seconds);
  }

  private static Policy policy(String name) {
    return PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
  }
}
