package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.simulate.References;
import io.windhover.app.simulate.ScenarioRun;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.experiments.chart.Timeline;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFileException;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
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
          + " 2 when a file is wrong."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  windhover simulate examples/scenarios/calm.yaml",
      "  windhover simulate examples/scenarios/storm.yaml --seed 7 --timeline storm.svg",
      "  windhover simulate examples/scenarios/storm.yaml --policy on-demand",
      "  windhover simulate examples/scenarios/storm.yaml --json | jq .cost",
      "",
      "examples/scenarios/annotated.yaml shows every field of a scenario, ec2-2019.yaml every"
          + " field",
      "of a catalogue. Same file, same seed: same outcome, byte for byte."
    })
public final class Simulate implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SCENARIO", description = "A scenario file, YAML or JSON.")
  private Path file;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all chance; without it the scenario's own.")
  private @Nullable Long seed;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "Decides instead of the scenario's policy, with its default settings.")
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
    if (timeline != null) {
      checkWritable(timeline);
    }
    long runSeed = seed == null ? scenario.seed() : seed;
    JobSpec job = scenario.job(runSeed);
    Obstacle.of(job, scenario.catalogue().offers())
        .ifPresent(
            obstacle -> {
              throw new CommandFailure(
                  obstacle.badInput() ? ExitCode.BAD_INPUT : ExitCode.IMPOSSIBLE,
                  file + ": " + obstacle.text());
            });
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
    Policy policy;
    try {
      policy =
          PolicyRegistry.make(
              choice.name(), new TreeMap<>(choice.settings()), PolicyRegistry.Machines.COME_AND_GO);
    } catch (IllegalArgumentException e) {
      throw bad(choice, where, String.valueOf(e.getMessage()));
    }
    if (!policy.traits().contains(Trait.RENTS_MACHINES)) {
      throw bad(
          choice, where, "\"" + choice.name() + "\" rents no machines; expected one that does");
    }
    return policy;
  }

  private CommandFailure bad(PolicyChoice choice, String where, String why) {
    String text =
        where.isEmpty()
            ? new Problem(file.toString(), choice.line(), "policy", why).toString()
            : "--policy: " + why;
    return new CommandFailure(ExitCode.BAD_INPUT, text);
  }

  private void demandDone(ScenarioRun run, PolicyChoice choice) {
    run.rejection()
        .ifPresent(
            why -> {
              throw new CommandFailure(
                  ExitCode.IMPOSSIBLE, "%s: policy %s: %s".formatted(file, choice.name(), why));
            });
    RunRecord record = run.record();
    if (!record.succeeded()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          "%s: policy %s left work undone when nothing more happened after %s"
              .formatted(file, choice.name(), Durations.format(record.endedAtMillis())));
    }
  }

  /** Before anything is simulated. */
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
