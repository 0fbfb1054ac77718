package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.simulate.CostBound;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.simulate.PolicyRuns;
import io.windhover.app.simulate.References;
import io.windhover.app.simulate.ScenarioRun;
import io.windhover.app.simulate.SeedRun;
import io.windhover.app.simulate.StreamTotals;
import io.windhover.app.terminal.StepDisplay;
import io.windhover.app.terminal.Terminal;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.core.words.Counted;
import io.windhover.experiments.chart.StreamTimeline;
import io.windhover.experiments.chart.Timeline;
import io.windhover.experiments.paper.Progress;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.Span;
import io.windhover.workload.FileKind;
import io.windhover.workload.JobFileException;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.ScenarioReader;
import io.windhover.workload.scenario.Submission;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
          + " away, and the policy that decides; or harvest VMs, whose cores come and go. Nothing"
          + " is rented and nothing is run.",
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
      "  windhover simulate examples/scenarios/storm.yaml \\",
      "    --policies bag,hads --seeds 20",
      "  windhover simulate examples/scenarios/stream-growing.yaml \\",
      "    --timeline day2.svg --from 30h --to 36h",
      "  windhover simulate examples/scenarios/storm.yaml --json | jq .cost",
      "  windhover simulate examples/scenarios/harvest-c2.yaml \\",
      "    --policies harvest,slack,capacity,oracle",
      "  windhover simulate examples/scenarios/harvest-small.yaml \\",
      "    --timeline hvms.svg --to 6h",
      "",
      "examples/scenarios/annotated.yaml shows every field of a scenario, ec2-2019.yaml every"
          + " field of a catalogue, harvest-annotated.yaml every field of a scenario of harvest"
          + " machines.",
      "Same file, same seed: same outcome, byte for byte."
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
      names = {"--policy", "--policies"},
      paramLabel = "NAME",
      split = ",",
      completionCandidates = RentingPolicies.class,
      description = {
        "Decides instead of the scenario's policy, with its default settings; of several, such as"
            + " --policies scs,greedy, a table compares what comes of each:",
        "${COMPLETION-CANDIDATES}.",
        "On harvest machines: harvest, slack, slack-alt, no-delay, capacity, checkpoint-migrate,"
            + " replicate, oracle (which is told the future)."
      })
  private List<String> policyNames = new ArrayList<>();

  @Option(names = "--json", description = "One JSON object instead of a summary.")
  private boolean json;

  @Option(
      names = "--timeline",
      paramLabel = "FILE.svg",
      description =
          "Draw what every core of every VM did; a name with .png gives an image, any other than"
              + " these two is refused.")
  private @Nullable Path timeline;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Of a stream, or of harvest machines, draw only what happens from this time on, such as"
              + " 10h.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "And up to this one.")
  private @Nullable String to;

  @Override
  public Integer call() {
    PolicyOption.check(spec);
    if (FileKind.of(file) == FileKind.HARVEST) {
      return harvest();
    }
    Scenario scenario = read();
    long runSeed = seed == null ? scenario.seed() : seed;
    ChosenPolicies policies =
        ChosenPolicies.of(policyNames, scenario.policy(), scenario.kinds(runSeed));
    List<PolicyChoice> choices = policyNames.isEmpty() ? List.of(policies.main()) : policies.all();
    for (PolicyChoice choice : choices) {
      LeftOut.note(scenario.kinds(runSeed), policy(choice), spec.commandLine().getErr());
    }
    checkOptions(choices.size(), scenario.isStream());
    demandPossible(scenario, choices, runSeed);
    if (choices.size() > 1 || (scenario.isStream() && seeds != null)) {
      return compare(scenario, choices, runSeed);
    }
    return scenario.isStream()
        ? stream(scenario, choices.get(0), runSeed)
        : oneJob(scenario, choices.get(0), runSeed);
  }

  private int harvest() {
    checkOptions(Math.max(1, policyNames.size()), true);
    var simulation =
        new HarvestSimulation(
            file,
            policyNames,
            PolicyOption.typed(spec),
            Optional.ofNullable(seed),
            seeds == null ? 1 : seeds);
    simulation.warnings().forEach(spec.commandLine().getErr()::println);
    HarvestComparison shown;
    try (StepDisplay display = display()) {
      shown = simulation.run(progress(display), timeline != null);
    }
    say(shown.json(), shown::print);
    if (timeline != null) {
      Optional<Span> window = TimeWindow.of(from, to);
      warnIfEmpty(shown.emptyOf(window));
      var picture = shown.picture(window);
      picture(timeline).draw(picture::svg, () -> Optional.of(picture.png()));
    }
    return shown.exitCode().number();
  }

  private void demandPossible(Scenario scenario, List<PolicyChoice> choices, long runSeed) {
    Set<String> warnings = new LinkedHashSet<>();
    for (PolicyChoice choice : choices) {
      Obstacle.of(scenario, scenario.submissions(runSeed), policy(choice))
          .ifPresent(
              obstacle -> {
                if (obstacle.isLate() && RentingPolicies.onlyWarns(choice)) {
                  warnings.add("windhover: warning: " + obstacle.text());
                  return;
                }
                throw new CommandFailure(
                    obstacle.badInput() ? ExitCode.BAD_INPUT : ExitCode.IMPOSSIBLE,
                    file + ": " + obstacle.text());
              });
    }
    warnings.forEach(spec.commandLine().getErr()::println);
  }

  private int oneJob(Scenario scenario, PolicyChoice choice, long runSeed) {
    Policy policy = policy(choice);
    JobSpec job = scenario.job(runSeed);
    if (seeds != null) {
      return many(
          scenario,
          choice,
          SeedRun.each(scenario, policy, RentingPolicies.onlyWarns(choice), runSeed, seeds));
    }
    ScenarioRun run = ScenarioRun.of(scenario, job, policy, runSeed, Recorder.everything());
    demandDone(run, choice);
    var shown =
        new SimulateReport(
            scenario, choice, runSeed, job, run.record(), References.of(scenario, job, runSeed));
    say(SimulateJson.of(shown), out -> SimulateText.print(shown, out));
    if (timeline != null) {
      var picture = new Timeline(shown.title(), shown.record());
      picture(timeline).draw(picture::svg, () -> Optional.of(picture.png()));
    }
    return (run.record().deadlineMet() ? ExitCode.DONE : ExitCode.LATE).number();
  }

  private int stream(Scenario scenario, PolicyChoice choice, long runSeed) {
    List<Submission> jobs = scenario.submissions(runSeed);
    Recorder recorder = timeline == null ? Recorder.totals() : Recorder.everything();
    ScenarioRun run;
    try (StepDisplay display = display()) {
      var watcher = new StreamProgress(jobs, progress(display));
      run = ScenarioRun.of(scenario, jobs, policy(choice), runSeed, recorder, watcher);
    }
    StreamTotals totals = StreamTotals.of(runSeed, run, CostBound.ofStream(scenario, jobs));
    var shown = new StreamReport(scenario, choice, jobs, run.record(), totals);
    say(StreamJson.of(shown), out -> StreamText.print(shown, out));
    if (timeline != null) {
      Optional<Span> window = TimeWindow.of(from, to);
      warnIfEmpty(TimeWindow.emptyOf(window, shown.record()));
      var picture = new StreamTimeline(shown.title(), shown.record(), window);
      picture(timeline).draw(picture::svg, () -> Optional.of(picture.png()));
    }
    return shown.exitCode().number();
  }

  private void warnIfEmpty(Optional<String> why) {
    why.ifPresent(text -> spec.commandLine().getErr().println("windhover: warning: " + text));
  }

  private int compare(Scenario scenario, List<PolicyChoice> choices, long runSeed) {
    List<PolicyRuns.Contender> contenders = new ArrayList<>();
    for (PolicyChoice choice : choices) {
      contenders.add(new PolicyRuns.Contender(choice.name(), () -> policy(choice)));
    }
    List<PolicyRuns> runs;
    try (StepDisplay display = display()) {
      runs =
          PolicyRuns.of(
              scenario, contenders, runSeed, seeds == null ? 1 : seeds, progress(display));
    }
    var shown = new Comparison(scenario, runs);
    say(shown.json(), shown::print);
    return shown.exitCode().number();
  }

  private StepDisplay display() {
    return new StepDisplay(
        spec.commandLine().getErr(), Terminal.ofStderr(System::getenv), "simulate");
  }

  /** Only where it can be drawn over. */
  private static Progress progress(StepDisplay display) {
    return Terminal.ofStderr(System::getenv).live() ? display.perCent() : Progress.NONE;
  }

  private void say(String asJson, Consumer<PrintWriter> asText) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(asJson);
    } else {
      asText.accept(out);
    }
    out.flush();
  }

  private int many(Scenario scenario, PolicyChoice choice, List<SeedRun> runs) {
    var shown = new ManySeeds(scenario, choice, runs);
    say(shown.json(), shown::print);
    return shown.exitCode().number();
  }

  private static OutputFile picture(Path path) {
    return new OutputFile("--timeline", path);
  }

  /** A range of seeds must not leave what a seed can be. */
  private void checkSeeds(long first) {
    long most = Long.MAX_VALUE - (seeds == null ? 1 : seeds);
    if (first > most) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--seed: %d is out of range%s; expected at most %d"
              .formatted(first, seeds == null ? "" : " for " + Counted.of(seeds, "seed"), most));
    }
  }

  /** Before anything is simulated. */
  private void checkOptions(int policies, boolean stream) {
    if (seeds != null && (seeds < 1 || seeds > SEEDS_MAX)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--seeds: %d is out of range; expected 1 to %,d".formatted(seeds, SEEDS_MAX));
    }
    if (seed != null) {
      checkSeeds(seed);
    }
    if (seeds != null && timeline != null) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline draws one run; expected no --seeds beside it");
    }
    if (policies > 1 && timeline != null) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline draws one run; expected one --policy beside it");
    }
    if (timeline != null) {
      picture(timeline).checkPicture();
    }
    if (TimeWindow.of(from, to).isPresent()) {
      checkCut(stream);
    }
  }

  private void checkCut(boolean stream) {
    String given = from == null ? "--to" : "--from";
    if (timeline == null) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          given + " cuts a picture and none is drawn; expected --timeline FILE.svg beside it");
    }
    if (!stream) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: the timeline of a single job, such as %s, is always drawn whole; expected a stream"
                  .formatted(given, file)
              + " of jobs or harvest machines, or neither --from nor --to");
    }
  }

  private Scenario read() {
    FileKind.workIn(file)
        .ifPresent(
            work -> {
              throw new CommandFailure(
                  ExitCode.BAD_INPUT,
                  "%s: is %s; expected a scenario that names it as work:, such as"
                          .formatted(file, work)
                      + " examples/workflows/mosaic.yaml");
            });
    try {
      return ScenarioReader.read(file);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private Policy policy(PolicyChoice choice) {
    String where = policyNames.isEmpty() ? "" : "--";
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
            : PolicyOption.typed(spec) + ": " + why;
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
}
