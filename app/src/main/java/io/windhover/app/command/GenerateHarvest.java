package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.simulate.HarvestSetting;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.RegularArrival;
import io.windhover.core.words.Nearest;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.simulator.harvest.HarvestStatistics;
import io.windhover.simulator.harvest.HarvestTraces;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.harvest.AzureVmReader;
import io.windhover.workload.harvest.HarvestScenario;
import io.windhover.workload.harvest.HarvestTraceReader;
import io.windhover.workload.harvest.HarvestTraceText;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a trace of harvest machines, or says what one is like. */
@Command(
    name = "harvest",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Prints how the cores of harvest VMs come and go, as CSV (seconds, hvm, cores, and once for"
          + " each VM its minimum size and memory), for the trace of a scenario. 0 cores: evicted.",
      "",
      "The clusters C1 to C8 are like those of the SlackSched paper, from the most restless to the"
          + " calmest; the servers of wind run on wind power.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover generate harvest --cluster C2 --machines 64 \\",
      "    --hours 48 --seed 1 > c2.csv",
      "  windhover generate harvest --cluster C8 --hours 336 \\",
      "    --machines 450 --statistics",
      "  windhover generate harvest --trace c2.csv --statistics",
      "  windhover generate harvest --cluster C2 --arrivals azure-vm-v1 \\",
      "    --hours 72 > azure.csv",
      "",
      "Same words, same file, byte for byte."
    })
final class GenerateHarvest implements Callable<Integer> {
  private static final int MACHINES_MAX = 1000;
  private static final double HOURS_MAX = 10_000;

  /** Of a region; it makes machines about as restless as C2's own. */
  private static final double SHARE_USUAL = 0.2;

  private static final double HOUR_MILLIS = 3_600_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "C2",
      description = "C1 to C8, or wind (default: C2)")
  private String cluster;

  @Option(
      names = "--machines",
      paramLabel = "N",
      defaultValue = "64",
      description = "how many harvest VMs, a third of each minimum size (default: 64)")
  private int machines;

  @Option(
      names = "--hours",
      paramLabel = "H",
      defaultValue = "48",
      description = "how long the trace is (default: 48)")
  private double hours;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "what it is drawn from (default: 1)")
  private long seed;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "with --statistics: of this trace instead of a cluster")
  private @Nullable Path trace;

  @Option(
      names = "--arrivals",
      paramLabel = "DIR",
      description = {
        "instead of the cluster's short-lived regular VMs, those in this folder: Azure's public"
            + " trace of 2017 as flav_map.txt, v1.interval_map.txt, v1.dev.txt and"
            + " v1.dev.c2100000.txt (see docs/harvest.md)"
      })
  private @Nullable Path arrivals;

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      description =
          "with --arrivals: of the deployments there, those that come to the cluster (default:"
              + " 20%%)")
  private @Nullable String share;

  @Option(
      names = "--statistics",
      description = "instead of the trace, what it is like, beside what SlackSched publishes")
  private boolean statistics;

  @Option(names = "--out", paramLabel = "FILE", description = "write there instead of to stdout")
  private @Nullable Path out;

  @Override
  public Integer call() {
    if (trace != null && !statistics) {
      throw usage("--trace: has been written already; expected --statistics beside it");
    }
    if (trace != null && arrivals != null) {
      throw usage("--arrivals make a trace and --trace is one; expected one of them");
    }
    if (share != null && arrivals == null) {
      throw usage("--share is of --arrivals; expected them beside it");
    }
    if (out != null) {
      new OutputFile("--out", out).check();
    }
    HarvestTrace drawn = trace == null ? draw() : read(trace);
    if (statistics) {
      PrintWriter stdout = spec.commandLine().getOut();
      HarvestFacts.print(name(), drawn, new HarvestStatistics(drawn), stdout);
      stdout.flush();
      return ExitCode.DONE.number();
    }
    String text = HarvestTraceText.of(drawn);
    if (out == null) {
      PrintWriter stdout = spec.commandLine().getOut();
      stdout.print(text);
      stdout.flush();
    } else {
      new OutputFile("--out", out).write(text);
    }
    return ExitCode.DONE.number();
  }

  private static HarvestTrace read(Path file) {
    try {
      return HarvestTraceReader.read(file);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private HarvestTrace draw() {
    if (!HarvestScenario.CLUSTERS.contains(cluster)) {
      throw usage(
          "--cluster: %s is not known; %s"
              .formatted(Shown.quoted(cluster), Nearest.hint(cluster, HarvestScenario.CLUSTERS)));
    }
    if (machines < 1 || machines > MACHINES_MAX) {
      throw usage(
          "--machines: %d is out of range; expected 1 to %,d".formatted(machines, MACHINES_MAX));
    }
    if (!(hours > 0 && hours <= HOURS_MAX)) {
      throw usage(
          "--hours: %s is out of range; expected more than 0, up to %,.0f"
              .formatted(hours, HOURS_MAX));
    }
    long lengthMillis = Math.max(1, Math.round(hours * HOUR_MILLIS));
    List<RegularArrival> recorded = arrivals == null ? List.of() : arrivals(arrivals, lengthMillis);
    try {
      return recorded.isEmpty()
          ? HarvestSetting.cluster(cluster, seed, machines, lengthMillis)
          : HarvestTraces.replaying(
              recorded, HarvestCluster.valueOf(cluster).spec(), seed, machines, lengthMillis);
    } catch (IllegalArgumentException e) {
      throw usage("--machines: " + e.getMessage());
    }
  }

  private String name() {
    if (trace != null) {
      return trace.toString();
    }
    return arrivals == null ? cluster : cluster + " with the arrivals of " + arrivals;
  }

  private List<RegularArrival> arrivals(Path folder, long lengthMillis) {
    if (cluster.equals(HarvestCluster.WIND.name())) {
      throw usage("--arrivals: not on wind; expected --cluster C1 to C8 beside it");
    }
    if (!Files.isDirectory(folder)) {
      throw usage("--arrivals: no such folder: " + folder);
    }
    List<RegularArrival> read;
    try {
      read = AzureVmReader.read(folder, share(), seed);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
    if (read.isEmpty()) {
      throw usage("--arrivals: nobody comes; expected more deployments there, or a larger --share");
    }
    long lastMillis = read.stream().mapToLong(RegularArrival::atMillis).max().orElseThrow();
    if (lengthMillis > lastMillis + HOUR_MILLIS) {
      throw usage(
          "--hours: %s is longer than the arrivals, whose last comes after %s; expected less"
              .formatted(hours, Durations.format(lastMillis)));
    }
    return read;
  }

  private double share() {
    try {
      return share == null ? SHARE_USUAL : Values.share(share);
    } catch (IllegalArgumentException e) {
      throw usage("--share: " + e.getMessage());
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
