package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.experiments.paper.Steps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every run on a trace, each once, on all cores. Results stand by case and seed, so they do not
 * depend on which run was over first.
 */
final class Campaign {
  /** Cases that are run side by side, as one step for whoever watches. */
  record Block(String what, List<Case> cases, int seeds) {
    Block {
      cases = List.copyOf(cases);
    }
  }

  private record Run(Case one, long seed) {}

  private record Need(Supply supply, long lengthMillis, long seed) {}

  private final Map<Case, Integer> seeds = new LinkedHashMap<>();
  private final Map<Run, Measured> runs = new HashMap<>();
  private final Map<Need, HarvestTrace> traces = new HashMap<>();

  void run(List<Block> blocks, Steps steps) {
    for (Block block : blocks) {
      steps.next(block.what());
      run(block);
    }
  }

  private void run(Block block) {
    Set<Run> missing = new LinkedHashSet<>();
    for (Case asked : block.cases()) {
      Case one = asked.canonical();
      seeds.merge(one, block.seeds(), Math::max);
      for (long seed = 1; seed <= block.seeds(); seed++) {
        Run run = new Run(one, seed);
        if (!runs.containsKey(run)) {
          missing.add(run);
        }
      }
    }
    List<Run> todo = new ArrayList<>(missing);
    makeTraces(todo);
    List<Measured> measured =
        todo.parallelStream().map(run -> Trial.run(run.one(), trace(run), run.seed())).toList();
    for (int i = 0; i < todo.size(); i++) {
      runs.put(todo.get(i), measured.get(i));
    }
  }

  private void makeTraces(List<Run> todo) {
    List<Need> needs =
        todo.stream()
            .map(Campaign::need)
            .distinct()
            .filter(need -> !traces.containsKey(need))
            .toList();
    List<HarvestTrace> made =
        needs.parallelStream()
            .map(need -> need.supply().trace(need.seed(), need.lengthMillis()))
            .toList();
    for (int i = 0; i < needs.size(); i++) {
      traces.put(needs.get(i), made.get(i));
    }
  }

  private static Need need(Run run) {
    return new Need(run.one().supply(), run.one().traceMillis(), run.seed());
  }

  private HarvestTrace trace(Run run) {
    HarvestTrace trace = traces.get(need(run));
    if (trace == null) {
      throw new IllegalStateException("no trace: " + run);
    }
    return trace;
  }

  /** What became of a case that was in a block. */
  Runs of(Case asked) {
    Case one = asked.canonical();
    Integer count = seeds.get(one);
    if (count == null) {
      throw new IllegalStateException("was not run: " + asked);
    }
    List<Measured> all = new ArrayList<>();
    for (long seed = 1; seed <= count; seed++) {
      Measured measured = runs.get(new Run(one, seed));
      if (measured == null) {
        throw new IllegalStateException("was not run: " + asked + " with seed " + seed);
      }
      all.add(measured);
    }
    return new Runs(all);
  }

  int runCount() {
    return runs.size();
  }
}
