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

  /** By supply and seed: a shorter trace is the beginning of a longer one, so only that is made. */
  private final Map<Need, Long> longestMillis = new HashMap<>();

  void run(List<Block> blocks, Steps steps) {
    for (Block block : blocks) {
      for (Run run : runs(block)) {
        Need need = need(run);
        longestMillis.merge(need.lasting(0), need.lengthMillis(), Math::max);
      }
    }
    for (Block block : blocks) {
      steps.next(block.what());
      run(block);
    }
  }

  private static Set<Run> runs(Block block) {
    Set<Run> all = new LinkedHashSet<>();
    for (Case asked : block.cases()) {
      for (long seed = 1; seed <= block.seeds(); seed++) {
        all.add(new Run(asked.canonical(), seed));
      }
    }
    return all;
  }

  private void run(Block block) {
    Set<Run> asked = runs(block);
    asked.forEach(run -> seeds.merge(run.one(), block.seeds(), Math::max));
    List<Run> todo = asked.stream().filter(run -> !runs.containsKey(run)).toList();
    makeTraces(todo);
    List<Measured> measured =
        todo.parallelStream().map(run -> Trial.run(run.one(), trace(run), run.seed())).toList();
    for (int i = 0; i < todo.size(); i++) {
      runs.put(todo.get(i), measured.get(i));
    }
  }

  /** Those of one seed that are not there yet, from the longest that any block asks for. */
  private void makeTraces(List<Run> todo) {
    List<Need> needs =
        todo.stream()
            .map(Campaign::need)
            .distinct()
            .filter(need -> !traces.containsKey(need))
            .toList();
    List<Need> all =
        needs.stream()
            .map(this::longest)
            .distinct()
            .filter(need -> !traces.containsKey(need))
            .toList();
    List<HarvestTrace> made =
        all.parallelStream()
            .map(need -> need.supply().trace(need.seed(), need.lengthMillis()))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      traces.put(all.get(i), made.get(i));
    }
    for (Need need : needs) {
      HarvestTrace trace = traces.get(longest(need));
      if (trace != null && !traces.containsKey(need)) {
        traces.put(need, until(trace, need.lengthMillis()));
      }
    }
  }

  private Need longest(Need need) {
    return need.lasting(longestMillis.getOrDefault(need.lasting(0), need.lengthMillis()));
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
