package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.command.PlanInputs.Planned;
import io.windhover.app.plan.EarliestEnd;
import io.windhover.app.plan.WorkTrial;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.terminal.StepDisplay;
import io.windhover.app.terminal.Terminal;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.core.words.Counted;
import io.windhover.experiments.chart.Curve;
import io.windhover.experiments.forecast.Advice;
import io.windhover.experiments.forecast.CostCurve;
import io.windhover.experiments.forecast.MonteCarlo;
import io.windhover.experiments.forecast.Point;
import io.windhover.experiments.forecast.References;
import io.windhover.experiments.forecast.Subject;
import io.windhover.experiments.paper.Progress;
import io.windhover.policies.PolicyRegistry;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What work will cost and how sure its deadline is, before anything is spent. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Says what a job, or a stream of jobs, will cost and how sure its deadline is, before"
          + " anything is spent.",
      "",
      "The job is lived through many times in virtual time, with the policy that will decide,"
          + " each time with other misfortunes. For several deadlines it says which to give: one"
          + " is sure when at least 99 of 100 runs ended in time; advised is the shortest sure"
          + " deadline whose expected cost is at most 5 %% above that of the cheapest sure one. Of"
          + " a stream jobs are counted, and a deadline is one to promise for every job.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover plan sweep.yaml --catalogue cloud.yaml",
      "  windhover plan sweep.yaml --catalogue cloud.yaml \\",
      "    --deadlines 20m..2h --out plan.svg",
      "  windhover plan sweep.yaml --catalogue cloud.yaml --deadline 18:00",
      "  windhover plan storm.yaml --cloud local.yaml     what run --cloud would cost",
      "  windhover plan sweep.yaml --catalogue cloud.yaml \\",
      "    --hibernations 3/h --resumes 2/h",
      "  windhover plan sweep.yaml --catalogue cloud.yaml \\",
      "    --interruptions c5.large=5%%/month",
      "  windhover plan --lines commands.txt --runtime 3m --catalogue cloud.yaml",
      "  windhover plan --scenario examples/scenarios/storm.yaml --policy bag --json",
      "  windhover plan workflow.yaml --catalogue cloud.yaml --policies scs,greedy",
      "  windhover plan --scenario examples/scenarios/stream-pipeline.yaml \\",
      "    --policies scs,greedy",
      "",
      "Without --deadline and --deadlines the job's own deadline is looked at; if it has none, a"
          + " range from just above the earliest possible end. Of a stream that range and the"
          + " deadline that all its classes have, if they have one. Without a word about the market"
          + " 3 freezes and 2 thaws an hour are assumed, and said to be.",
      "",
      "Same seeds, same output, but for the time it took. Exit codes: 0 planned; 2 bad input; 3"
          + " no deadline looked at can be met, or none was in any run. docs/plan.md has the rest."
    })
public final class Plan implements Callable<Integer> {
  static final int SEEDS_MAX = 100_000;
  private static final int SEEDS_OF_JOB = 100;

  /** Fewer, for one run of a stream has many jobs and takes long. */
  private static final int SEEDS_OF_STREAM = 5;

  @Spec private CommandSpec spec;

  @Mixin private PlanInputs inputs;

  @Mixin private DeadlineOptions deadlines;

  @Option(
      names = {"--policy", "--policies"},
      paramLabel = "NAME",
      split = ",",
      description =
          "Who decides (default: the job file's policy; or workflow, beside its rivals, for a job"
              + " whose tasks wait for others; or bag, with --cloud hads). The costs of a second"
              + " and third are set beside.")
  private List<String> policyNames = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "How many runs for each deadline (default: 100; of a stream 5, or 1 when chance has no"
              + " part in it).")
  private @Nullable Integer seeds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The first seed; the others follow it (default: 1).")
  private long seed;

  @Option(names = "--json", description = "One JSON object instead of tables.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "FILE.svg",
      description = "Draw cost against deadline; a name with .png gives an image.")
  private @Nullable Path picture;

  @Override
  public Integer call() {
    long beganNanos = System.nanoTime();
    checkOptions();
    PolicyOption.check(spec);
    Planned planned = inputs.read();
    Scenario scenario = planned.scenario();
    int runs = runs(scenario);
    Scenario anytime = scenario.due(new Deadline.None());
    List<Submission> jobs = anytime.submissions(seed);
    ChosenPolicies chosen = chosen(planned);
    // A stream shows soon how good estimates are; of a single job only who plans it can tell.
    boolean told = !scenario.isStream() && scenario.deviations().runtimeError() > 0;
    ChosenPolicies policies = told ? chosen.doubting() : chosen;
    for (PolicyChoice choice : policies.all()) {
      Policy decides = policy(choice, planned.file());
      demandPossible(anytime, jobs, decides, planned.file());
      LeftOut.note(scenario.kinds(seed), decides, spec.commandLine().getErr());
    }
    EarliestEnd earliest =
        EarliestEnd.of(anytime, policy(policies.main(), planned.file()), seed, runs)
            .orElseThrow(() -> noJob(planned.file()));
    DeadlineOptions.Looked looked =
        deadlines.looked(earliest.millis(), scenario, planned.file(), seed);
    List<Point> points = points(planned, policies, looked.millis(), runs);
    List<PlanReport.Beside> besides = besides(planned, policies, points, runs);
    double wallSeconds = Math.round((System.nanoTime() - beganNanos) / 1e8) / 10.0;
    var shown =
        new PlanReport(
            scenario,
            policies.main(),
            planned.market(),
            jobs,
            seed,
            runs,
            points,
            besides,
            earliest,
            looked.counted(),
            Advice.of(scenario.isStream() ? Subject.STREAM : Subject.JOB, points),
            wallSeconds);
    boolean any = points.stream().anyMatch(point -> point.figures().isPresent());
    if (!any && !json) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, planned.file() + ": " + shown.advice().text());
    }
    print(shown);
    if (picture != null) {
      draw(shown, picture);
    }
    boolean everInTime = points.stream().anyMatch(point -> point.inTime() > 0);
    return (everInTime ? ExitCode.DONE : ExitCode.IMPOSSIBLE).number();
  }

  private ChosenPolicies chosen(Planned planned) {
    Scenario scenario = planned.scenario();
    List<JobSpec> kinds = scenario.kinds(seed);
    boolean unstated = policyNames.isEmpty() && !scenario.policy().stated();
    ChosenPolicies chosen = ChosenPolicies.of(policyNames, scenario.policy(), kinds);
    return planned.live() && unstated
        ? new ChosenPolicies(ChosenPolicies.live(kinds), chosen.beside())
        : chosen;
  }

  private void checkOptions() {
    if (seeds != null && (seeds < 1 || seeds > SEEDS_MAX)) {
      throw usage("--seeds: must be between 1 and %d, is %d".formatted(SEEDS_MAX, seeds));
    }
    if (seed < 0 || seed > Integer.MAX_VALUE) {
      throw usage("--seed: must be between 0 and %d, is %d".formatted(Integer.MAX_VALUE, seed));
    }
    deadlines.check();
    if (picture != null) {
      new OutputFile("--out", picture).checkPicture();
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  private Policy policy(PolicyChoice choice, String file) {
    try {
      Policy policy =
          PolicyRegistry.make(
              choice.name(), new TreeMap<>(choice.settings()), PolicyRegistry.Machines.COME_AND_GO);
      if (policy.traits().contains(Trait.RENTS_MACHINES)) {
        return policy;
      }
    } catch (IllegalArgumentException e) {
      throw badPolicy(choice, file, String.valueOf(e.getMessage()));
    }
    throw badPolicy(
        choice, file, "\"" + choice.name() + "\" rents no machines; expected one that does");
  }

  private CommandFailure badPolicy(PolicyChoice choice, String file, String why) {
    String text =
        choice.line() > 0
            ? new Problem(file, choice.line(), "policy", why + ", here or as --policy").toString()
            : PolicyOption.typed(spec) + ": " + why;
    return new CommandFailure(ExitCode.BAD_INPUT, text);
  }

  private int runs(Scenario scenario) {
    if (seeds != null) {
      return seeds;
    }
    if (!scenario.isStream()) {
      return SEEDS_OF_JOB;
    }
    return scenario.nothingVaries() ? 1 : SEEDS_OF_STREAM;
  }

  /** What no deadline would change. */
  private static void demandPossible(
      Scenario anytime, List<Submission> jobs, Policy policy, String file) {
    Obstacle.of(anytime, jobs, policy)
        .ifPresent(
            obstacle -> {
              throw new CommandFailure(
                  obstacle.badInput() ? ExitCode.BAD_INPUT : ExitCode.IMPOSSIBLE,
                  file + ": " + obstacle.text());
            });
  }

  private static CommandFailure noJob(String file) {
    return new CommandFailure(
        ExitCode.BAD_INPUT,
        file + ": work.stream: no job comes under any seed; expected more jobsPerHour or hours");
  }

  private List<Point> points(
      Planned planned, ChosenPolicies policies, List<Long> looked, int runs) {
    WorkTrial trial = trial(planned, policies.main());
    return points(trial, looked, deadline -> trial.references(deadline, seed, runs), runs, "plan");
  }

  /** The same deadlines for the other policies; what to compare with is the same for all. */
  private List<PlanReport.Beside> besides(
      Planned planned, ChosenPolicies policies, List<Point> points, int runs) {
    SortedMap<Long, References> known = new TreeMap<>();
    points.forEach(point -> known.put(point.deadlineMillis(), point.references()));
    List<PlanReport.Beside> besides = new ArrayList<>();
    for (PolicyChoice choice : policies.beside()) {
      List<Point> rivals =
          points(
              trial(planned, choice),
              List.copyOf(known.keySet()),
              deadline -> known.getOrDefault(deadline, References.NONE),
              runs,
              "plan, " + choice.name());
      besides.add(new PlanReport.Beside(choice.name(), rivals));
    }
    return besides;
  }

  private WorkTrial trial(Planned planned, PolicyChoice choice) {
    return new WorkTrial(
        planned.scenario(),
        () -> policy(choice, planned.file()),
        RentingPolicies.onlyWarns(choice));
  }

  private List<Point> points(
      WorkTrial trial,
      List<Long> looked,
      LongFunction<References> references,
      int runs,
      String what) {
    var carlo = new MonteCarlo(seed, runs, Runtime.getRuntime().availableProcessors());
    Terminal terminal = Terminal.ofStderr(System::getenv);
    PrintWriter err = spec.commandLine().getErr();
    try (var display = new StepDisplay(err, terminal, what)) {
      return carlo.run(
          looked, trial, references, terminal.live() ? display.perCent() : Progress.NONE);
    }
  }

  private void print(PlanReport shown) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(PlanJson.of(shown));
    } else {
      PlanText.print(shown, Terminal.ofStderr(System::getenv).unicode(), out);
    }
    out.flush();
  }

  private static void draw(PlanReport shown, Path picture) {
    String title =
        "%s, policy %s, %s a deadline"
            .formatted(
                shown.scenario().name(), shown.policy().name(), Counted.of(shown.seeds(), "run"));
    Curve curve = CostCurve.of(title, shown.points(), shown.advice().chosen());
    new OutputFile("--out", picture).draw(curve::svg, curve::png);
  }
}
