package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.simulate.References;
import io.windhover.app.simulate.ScenarioRun;
import io.windhover.app.simulate.SeedRun;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.experiments.chart.Timeline;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.JobFileException;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lives through a scenario in virtual time and says what came of it. */
@Command(
    name = "simulate",
    description = {
      "Lives through a scenario in virtual time: work, a catalogue of VMs, a market that takes them"
          + " away, and the policy that decides. Nothing is rented and nothing is run.",
      "Exit code 0 when the deadline was met, 4 when it was missed, 3 when the work cannot be done,"
          + " 2 when a file is wrong; of several seeds the worst counts."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  windhover simulate examples/scenarios/calm.yaml",
      "  windhover simulate examples/scenarios/storm.yaml --seed 7 --timeline storm.svg",
      "  windhover simulate examples/scenarios/storm.yaml --policy hads --seeds 100",
      "  windhover simulate examples/scenarios/storm.yaml --json | jq .cost",
      "",
      "examples/scenarios/annotated.yaml shows every field of a scenario, ec2-2019.yaml every"
          + " field",
      "of a catalogue. Same file, same seed: same outcome, byte for byte."
    })
public final class Simulate implements Callable<Integer> {
  private static final int SEEDS_MAX = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SCENARIO", description = "A scenario file, YAML or JSON.")
  private Path file;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all chance; without it the scenario's own.")
  private @Nullable Long seed;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = {
        "Run so many seeds, from that one on, on all processors: mean, 10th and 90th percentile of",
        "cost and makespan, and how many runs were late."
      })
  private @Nullable Integer seeds;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      completionCandidates = RentingPolicies.class,
      description = {
        "Decides instead of the scenario's policy, with its default settings:",
        "${COMPLETION-CANDIDATES}."
      })
  private @Nullable String policyName;

  @Option(names = "--json", description = "One JSON object instead of a summary.")
  private boolean json;

  @Option(
      names = "--timeline",
      paramLabel = "FILE.svg",
      description = "Draw what every core of every VM did; a name with .png gives an image.")
  private @Nullable Path timeline;

  @Override
  public Integer call() {
    Scenario scenario = read();
    PolicyChoice choice =
        policyName == null ? scenario.policy() : new PolicyChoice(policyName, Map.of(), 0);
    Policy policy = policy(choice);
    checkOptions();
    long runSeed = seed == null ? scenario.seed() : seed;
    JobSpec job = scenario.job(runSeed);
    Obstacle.of(job, scenario.catalogue().offers())
        .ifPresent(
            obstacle -> {
              throw new CommandFailure(
                  obstacle.badInput() ? ExitCode.BAD_INPUT : ExitCode.IMPOSSIBLE,
                  file + ": " + obstacle.text());
            });
    if (seeds != null) {
      return many(scenario, choice, SeedRun.each(scenario, policy, runSeed, seeds));
    }
    ScenarioRun run = ScenarioRun.of(scenario, job, policy, runSeed, Recorder.everything());
    demandDone(run, choice);
    var shown =
        new SimulateReport(
            scenario, choice, runSeed, job, run.record(), References.of(scenario, job, runSeed));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(SimulateJson.of(shown));
    } else {
      SimulateText.print(shown, out);
    }
    if (timeline != null) {
      draw(shown, timeline);
    }
    out.flush();
    return (run.record().deadlineMet() ? ExitCode.DONE : ExitCode.LATE).number();
  }

  private int many(Scenario scenario, PolicyChoice choice, List<SeedRun> runs) {
    var shown = new ManySeeds(scenario, choice, runs);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(shown.json());
    } else {
      shown.print(out);
    }
    out.flush();
    return shown.exitCode().number();
  }

  /** Before anything is simulated. */
  private void checkOptions() {
    if (seeds != null && (seeds < 1 || seeds > SEEDS_MAX)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--seeds: %d is out of range; expected 1 to %,d".formatted(seeds, SEEDS_MAX));
    }
    if (seeds != null && timeline != null) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline draws one run; expected no --seeds beside it");
    }
    if (timeline != null) {
      checkWritable(timeline);
    }
  }

  private Scenario read() {
    try {
      return ScenarioReader.read(file);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private Policy policy(PolicyChoice choice) {
    if (!choice.stated()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          new Problem(file.toString(), 0, "policy", "is missing; expected one, here or as --policy")
              .toString());
    }
    String where = policyName == null ? "" : "--";
    try {
      return RentingPolicies.make(choice);
    } catch (IllegalArgumentException e) {
      throw bad(choice, where, String.valueOf(e.getMessage()));
    }
  }

  private CommandFailure bad(PolicyChoice choice, String where, String why) {
    String text =
        where.isEmpty()
            ? new Problem(file.toString(), choice.line(), "policy", why).toString()
            : "--policy: " + why;
    return new CommandFailure(ExitCode.BAD_INPUT, text);
  }

  private void demandDone(ScenarioRun run, PolicyChoice choice) {
    run.undone()
        .ifPresent(
            why -> {
              throw new CommandFailure(
                  ExitCode.IMPOSSIBLE, "%s: policy %s: %s".formatted(file, choice.name(), why));
            });
  }

  private static void checkWritable(Path picture) {
    Path folder = picture.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(picture)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline: " + picture + " cannot be written: no such folder");
    }
  }

  private static void draw(SimulateReport shown, Path picture) {
    var timeline = new Timeline(shown.title(), shown.record());
    try {
      if (picture.toString().endsWith(".png")) {
        System.setProperty("java.awt.headless", "true"); // a file needs no display
        Files.write(picture, timeline.png());
      } else {
        Files.writeString(picture, timeline.svg());
      }
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline: " + picture + " cannot be written: " + e, e);
    }
  }
}
