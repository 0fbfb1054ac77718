package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
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

  private record Need(Supply supply, long lengthMillis, long seed) {
    Need lasting(long millis) {
      return new Need(supply, millis, seed);
    }
  }

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

  /** A shorter trace is the beginning of a longer one, so only the longest are made. */
  private void makeTraces(List<Run> todo) {
    List<Need> needs =
        todo.stream()
            .map(Campaign::need)
            .distinct()
            .filter(need -> !traces.containsKey(need))
            .toList();
    Map<Need, Long> longest = new LinkedHashMap<>();
    needs.forEach(need -> longest.merge(need.lasting(0), need.lengthMillis(), Math::max));
    List<Need> all =
        longest.entrySet().stream().map(one -> one.getKey().lasting(one.getValue())).toList();
    List<HarvestTrace> made =
        all.parallelStream()
            .map(need -> need.supply().trace(need.seed(), need.lengthMillis()))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      traces.put(all.get(i), made.get(i));
    }
    for (Need need : needs) {
      Need whole = need.lasting(longest.getOrDefault(need.lasting(0), need.lengthMillis()));
      HarvestTrace trace = traces.get(whole);
      if (trace != null && !whole.equals(need)) {
        traces.put(need, until(trace, need.lengthMillis()));
      }
    }
  }

  static HarvestTrace until(HarvestTrace trace, long endMillis) {
    List<Hvm> hvms = new ArrayList<>();
    for (Hvm hvm : trace.hvms()) {
      List<Step> steps = hvm.steps().stream().filter(step -> step.atMillis() <= endMillis).toList();
      hvms.add(new Hvm(hvm.name(), hvm.minimumCores(), hvm.memoryBytes(), steps));
    }
    return new HarvestTrace(hvms, endMillis);
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
}
