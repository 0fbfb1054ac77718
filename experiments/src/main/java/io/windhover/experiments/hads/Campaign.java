package io.windhover.experiments.hads;

import io.windhover.core.model.Offer;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.hads.PaperSetting.Scenario;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.policies.bag.Release;
import io.windhover.policies.bag.bound.LowerBound;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.generate.BagTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Every run of the reproduction, each once, on all cores. Results stand by case and seed, so they
 * do not depend on which run was over first.
 */
final class Campaign {
  /** Nothing ever freezes. On-demand VMs do not notice, whatever the scenario. */
  static final Scenario CALM = new Scenario("calm", 0, 0);

  /** What is run with each seed. */
  record Case(Rival rival, Cell cell, Reading reading, long billedMillis) {
    static Case of(Rival rival, Cell cell) {
      return new Case(rival, cell, Reading.RUN, 0);
    }

    static Case calm(Rival rival, BagTable job, long billedMillis) {
      return new Case(rival, new Cell(job, CALM), Reading.RUN, billedMillis);
    }

    /** A row with everything that tells this case from others. */
    Row row(String figure, String metric, Sample sample, String unit) {
      return keyed(Row.of(figure, cell.name(), rival.name(), metric, sample, unit));
    }

    Row keyed(Row row) {
      boolean calm = cell.scenario().equals(CALM);
      Row keyed =
          row.with("reading", calm ? CALM.name() : reading.text())
              .with("startUpBilledSeconds", billedMillis / 1000);
      return rival.spotLimit().isEmpty() ? keyed : keyed.with("spotLimit", rival.spotLimit());
    }
  }

  /** Cases that are run side by side, as one step for whoever watches. */
  record Block(String what, List<Case> cases) {
    Block {
      cases = List.copyOf(cases);
    }
  }

  private record Bag(String job, long billedMillis) {}

  private final int seeds;
  private final Map<Case, Runs> done = new LinkedHashMap<>();
  private final Map<Bag, double[]> bounds = new HashMap<>();

  Campaign(int seeds) {
    this.seeds = seeds;
  }

  int seeds() {
    return seeds;
  }

  void run(List<Block> blocks, Steps steps) {
    for (Block block : blocks) {
      steps.next(block.what());
      run(block.cases().stream().distinct().filter(one -> !done.containsKey(one)).toList());
    }
  }

  private void run(List<Case> cases) {
    List<Measured> measured =
        IntStream.range(0, cases.size() * seeds)
            .parallel()
            .mapToObj(i -> measure(cases.get(i / seeds), 1 + i % seeds))
            .toList();
    for (int i = 0; i < cases.size(); i++) {
      done.put(cases.get(i), new Runs(measured.subList(i * seeds, (i + 1) * seeds)));
    }
  }

  private static Measured measure(Case one, long seed) {
    var trial = new Trial(one.cell(), one.reading(), one.billedMillis(), seed);
    Recorder recorder = Recorder.totals();
    Trial.Outcome outcome =
        trial.run(
            one.rival().policy().get(),
            PaperSetting.cloud(one.cell().scenario(), one.reading(), seed),
            recorder);
    return Measured.of(outcome, recorder.record(outcome.world()));
  }

  Runs of(Case one) {
    Runs runs = done.get(one);
    if (runs == null) {
      throw new IllegalStateException("was not run: " + one);
    }
    return runs;
  }

  /** Every case that was run with this policy, whatever its settings. */
  List<Runs> allOf(String policy) {
    List<Runs> all = new ArrayList<>();
    done.forEach(
        (one, runs) -> {
          if (one.rival().name().equals(policy)) {
            all.add(runs);
          }
        });
    return all;
  }

  /** The on-demand baseline on the same bags. */
  Runs onDemand(BagTable job, long billedMillis, Release baseline) {
    Rival rival = baseline == Release.CYCLE ? Rival.ON_DEMAND_CYCLE : Rival.ON_DEMAND_RELEASE;
    return of(Case.calm(rival, job, billedMillis));
  }

  /** What a case costs less than the on-demand baseline, in percent of it, seed by seed. */
  Sample reduction(Case one, Release baseline) {
    double[] dollars = of(one).all().stream().mapToDouble(Measured::dollars).toArray();
    return reduction(dollars, onDemand(one.cell().job(), one.billedMillis(), baseline));
  }

  /** What the lower bound leaves of the baseline to be saved. */
  Sample boundReduction(BagTable job, long billedMillis, Release baseline) {
    return reduction(bounds(job, billedMillis), onDemand(job, billedMillis, baseline));
  }

  private static Sample reduction(double[] dollars, Runs onDemand) {
    double[] percents = new double[dollars.length];
    for (int i = 0; i < percents.length; i++) {
      percents[i] = 100 * (1 - dollars[i] / onDemand.all().get(i).dollars());
    }
    return Sample.of(percents);
  }

  /** The least the bag can cost, in dollars, seed by seed. */
  Sample bound(BagTable job, long billedMillis) {
    return Sample.of(bounds(job, billedMillis));
  }

  private double[] bounds(BagTable job, long billedMillis) {
    List<Offer> offers = PaperSetting.offers(billedMillis);
    return bounds.computeIfAbsent(
        new Bag(job.name(), billedMillis),
        bag ->
            IntStream.rangeClosed(1, seeds)
                .mapToDouble(
                    seed ->
                        LowerBound.dollars(
                            job.draw(seed, PaperSetting.DEADLINE_MILLIS),
                            offers,
                            PaperSetting.DEADLINE_MILLIS,
                            new TreeMap<>()))
                .toArray());
  }
}
