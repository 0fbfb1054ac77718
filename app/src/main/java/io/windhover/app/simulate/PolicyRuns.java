package io.windhover.app.simulate;

import io.windhover.core.policy.Policy;
import io.windhover.experiments.paper.Progress;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The runs of one policy, one for each seed. */
public record PolicyRuns(String policy, List<StreamTotals> runs) {
  /** A policy by its name; each run gets one of its own. */
  public record Contender(String name, Supplier<Policy> policy) {}

  public PolicyRuns {
    runs = List.copyOf(runs);
  }

  /**
   * Every policy under every seed from the first on, on all processors; all meet the same jobs and
   * the same misfortunes.
   */
  public static List<PolicyRuns> of(
      Scenario scenario, List<Contender> contenders, long firstSeed, int seeds, Progress progress) {
    List<CostBound> bounds =
        LongStream.range(firstSeed, firstSeed + (scenario.sameWorkForEverySeed() ? 1 : seeds))
            .parallel()
            .mapToObj(seed -> CostBound.of(scenario, seed))
            .toList();
    int all = contenders.size() * seeds;
    var done = new AtomicInteger();
    List<StreamTotals> totals =
        IntStream.range(0, all)
            .parallel()
            .mapToObj(
                i -> {
                  Contender contender = contenders.get(i / seeds);
                  CostBound bound = bounds.get(Math.min(i % seeds, bounds.size() - 1));
                  StreamTotals one =
                      run(scenario, contender.policy().get(), firstSeed + i % seeds, bound);
                  synchronized (done) {
                    progress.at(done.incrementAndGet(), all, "runs");
                  }
                  return one;
                })
            .toList();
    List<PolicyRuns> runs = new ArrayList<>();
    for (int c = 0; c < contenders.size(); c++) {
      runs.add(
          new PolicyRuns(contenders.get(c).name(), totals.subList(c * seeds, (c + 1) * seeds)));
    }
    return runs;
  }

  private static StreamTotals run(Scenario scenario, Policy policy, long seed, CostBound bound) {
    List<Submission> jobs = scenario.submissions(seed);
    ScenarioRun run = ScenarioRun.of(scenario, jobs, policy, seed, Recorder.totals());
    return StreamTotals.of(seed, run, bound);
  }
}
