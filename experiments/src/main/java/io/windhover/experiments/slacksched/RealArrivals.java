package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.RegularArrival;
import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.harvest.HarvestStatistics;
import io.windhover.simulator.harvest.HarvestTraces;
import io.windhover.workload.JobFileException;
import io.windhover.workload.harvest.AzureVmReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * C2 with the regular machines of Azure's public trace of 2017 instead of those we draw: does what
 * holds on our clusters hold where real customers come and go?
 */
final class RealArrivals {
  static final String FIGURE = "azure";

  /** Where it is in the folder of outside data. */
  static final Path FOLDER = Path.of("harvest", "azure-vm-v1");

  /** The recording is of a region; so much of it makes machines about as restless as C2's own. */
  static final double SHARE = 0.2;

  private static final long HOUR = 3_600_000;

  /** The recording has 83 hours. */
  private static final long LENGTH_MILLIS = 72 * HOUR;

  private final Findings findings;
  private final Scope scope;

  /** By seed, which says what of the recording is taken; empty when there is none. */
  private final List<List<RegularArrival>> arrivals = new ArrayList<>();

  /** Reads the files, so that bad data is named before minutes are spent. */
  RealArrivals(Findings findings, Scope scope, Optional<Path> data) {
    this.findings = findings;
    this.scope = scope;
    Optional<Path> folder = data.map(all -> all.resolve(FOLDER)).filter(Files::isDirectory);
    for (long seed = 1; folder.isPresent() && seed <= scope.sweepSeeds(); seed++) {
      arrivals.add(read(folder.get(), seed));
    }
  }

  private static List<RegularArrival> read(Path folder, long seed) {
    try {
      return AzureVmReader.read(folder, SHARE, seed);
    } catch (JobFileException e) {
      throw new BadData(String.valueOf(e.getMessage()), e);
    }
  }

  int steps() {
    return 1;
  }

  void run(Steps steps) {
    steps.next("C2 with Azure's regular machines");
    if (arrivals.isEmpty()) {
      findings.note(
          "C2 with Azure's regular machines: NOT RUN (no --data DIR with DIR/%s)."
              .formatted(FOLDER));
      return;
    }
    findings.section(
        FIGURE,
        "regular machines of Azure's public trace of 2017",
        "C2, whose campaigns are replaced by %.0f %% of the deployments that came to a region of"
                .formatted(100 * SHARE)
            + " Azure within 83 hours; those who stay for long are drawn as before. Times are known"
            + " to five minutes, so changes within a minute are ours. Nothing like it is"
            + " published.");
    List<HarvestTrace> traces =
        IntStream.range(0, arrivals.size())
            .parallel()
            .mapToObj(
                i ->
                    HarvestTraces.replaying(
                        arrivals.get(i),
                        Supply.C2.cluster().spec(),
                        i + 1L,
                        Supply.MACHINES,
                        LENGTH_MILLIS))
            .toList();
    List<HarvestStatistics> measured = traces.stream().map(HarvestStatistics::new).toList();
    row(measured, "mean change", HarvestStatistics::meanChange, "cores");
    row(measured, "mean time between changes", s -> s.meanIntervalMillis() / 60_000, "min");
    row(measured, "changes within 1 hour", s -> 100 * s.shareWithin(HOUR), "%");
    for (KillOrder order : Scope.KILL_ORDERS) {
      compare(traces, order);
    }
  }

  private void row(
      List<HarvestStatistics> measured,
      String metric,
      ToDoubleFunction<HarvestStatistics> value,
      String unit) {
    Sample sample = Sample.of(measured.stream().mapToDouble(value).toArray());
    findings.row(Row.of(FIGURE, Supply.C2.text(), "provider", metric, sample, unit));
  }

  private void compare(List<HarvestTrace> traces, KillOrder order) {
    List<Runs> all = Policies.COMPARED.stream().map(policy -> runs(traces, policy, order)).toList();
    for (int i = 0; i < all.size(); i++) {
      Case one = scope.standard(Policies.COMPARED.get(i), Supply.C2, order);
      findings.row(one.row(FIGURE, "mean job time", all.get(i).sample(Runs::meanMinutes), "min"));
      findings.row(one.row(FIGURE, "waste", all.get(i).sample(Measured::wastePercent), "%"));
      if (i > 0) {
        findings.row(
            one.row(FIGURE, "mean reduction in JCT", all.get(i).meanReduction(all.get(0)), "%"));
      }
    }
  }

  private Runs runs(List<HarvestTrace> traces, String policy, KillOrder order) {
    Case one = scope.standard(policy, Supply.C2, order);
    return new Runs(
        IntStream.range(0, traces.size())
            .parallel()
            .mapToObj(i -> Trial.run(one, traces.get(i), i + 1L))
            .toList());
  }
}
