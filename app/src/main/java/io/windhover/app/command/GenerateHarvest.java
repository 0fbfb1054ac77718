package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.simulate.HarvestSetting;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.words.Nearest;
import io.windhover.simulator.harvest.HarvestStatistics;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Shown;
import io.windhover.workload.harvest.HarvestScenario;
import io.windhover.workload.harvest.HarvestTraceReader;
import io.windhover.workload.harvest.HarvestTraceText;
import java.io.PrintWriter;
import java.nio.file.Path;
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
      "  windhover generate harvest --cluster C2 --machines 64 --hours 48 --seed 1 > c2.csv",
      "  windhover generate harvest --cluster C8 --hours 336 --machines 450 --statistics",
      "  windhover generate harvest --trace c2.csv --statistics",
      "",
      "Same words, same file, byte for byte."
    })
final class GenerateHarvest implements Callable<Integer> {
  private static final int MACHINES_MAX = 1000;
  private static final double HOURS_MAX = 10_000;
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
    HarvestTrace drawn = trace == null ? draw() : read(trace);
    if (statistics) {
      PrintWriter stdout = spec.commandLine().getOut();
      String name = trace == null ? cluster : trace.toString();
      HarvestFacts.print(name, drawn, new HarvestStatistics(drawn), stdout);
      stdout.flush();
      return ExitCode.DONE.number();
    }
    String text = HarvestTraceText.of(drawn);
    if (out == null) {
      PrintWriter stdout = spec.commandLine().getOut();
      stdout.print(text);
      stdout.flush();
    } else {
      Generate.write(out, text);
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
    try {
      return HarvestSetting.cluster(
          cluster, seed, machines, Math.max(1, Math.round(hours * HOUR_MILLIS)));
    } catch (IllegalArgumentException e) {
      throw usage("--machines: " + e.getMessage());
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
