package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.plan.PlannedMarket;
import io.windhover.app.plan.PublishedShares;
import io.windhover.app.plan.Rate;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Offer;
import io.windhover.core.words.Nearest;
import io.windhover.workload.Durations;
import io.windhover.workload.FileKind;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.LinesReader;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.scenario.Catalogue;
import io.windhover.workload.scenario.CatalogueReader;
import io.windhover.workload.scenario.Deviations;
import io.windhover.workload.scenario.MarketChoice;
import io.windhover.workload.scenario.MarketText;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.ScenarioReader;
import io.windhover.workload.scenario.WorkChoice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The work, what can be rented for it, and what befalls that: from files and options. */
final class PlanInputs {
  private static final String STANDARD_INPUT = "-";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "JOB",
      description = "The job file, YAML or JSON, or a workflow of WfCommons or Pegasus.")
  private @Nullable Path file;

  @Option(
      names = "--lines",
      paramLabel = "FILE",
      description = "Instead of JOB: a file of commands, one on each line; - for stdin.")
  private @Nullable String lines;

  @Option(
      names = "--catalogue",
      paramLabel = "FILE",
      description = "What can be rented: types, prices, limits, perhaps a market.")
  private @Nullable Path catalogueFile;

  @Option(
      names = "--cloud",
      paramLabel = "CLOUD.yaml",
      description =
          "Instead of a catalogue: the cloud file of run --cloud, with what it offers, its market"
              + " and its limits; nothing is rented.")
  private @Nullable Path cloudFile;

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description =
          "A scenario file with catalogue, market, checkpoints, work (also a stream of jobs),"
              + " deadline and policy at once. JOB, --catalogue and the market options win over"
              + " what it says.")
  private @Nullable Path scenarioFile;

  @Option(
      names = "--runtime",
      paramLabel = "TIME",
      description = "How long tasks take that do not say; known ones stay as they are.")
  private @Nullable String runtime;

  @Option(
      names = "--runtime-error",
      paramLabel = "SHARE",
      description = "Tasks take their runtime, give or take up to this share of it, such as 20%%.")
  private @Nullable String runtimeError;

  @Option(names = "--lag-error", paramLabel = "SHARE", description = "The same for start-ups.")
  private @Nullable String lagError;

  @Option(
      names = "--hibernations",
      paramLabel = "RATE",
      description = "How often spot VMs of a type freeze, such as 3/h or 5/35m; 0: never.")
  private @Nullable String hibernations;

  @Option(
      names = "--resumes",
      paramLabel = "RATE",
      description = "How often a frozen type thaws (default with --hibernations: 0).")
  private @Nullable String resumes;

  @Option(
      names = "--reading",
      paramLabel = "NAME",
      description =
          "Which type a freeze or thaw meets: run (one in use, a frozen one; the default),"
              + " run-blind or type; see docs/scenarios.md.")
  private @Nullable String reading;

  @Option(
      names = "--interruptions",
      paramLabel = "SHARE",
      split = ",",
      description =
          "How many of a hundred spot VMs are ended in a month, two minutes after a notice, as AWS"
              + " publishes it: 5-10%%, or for single types c5.large=5%%/month; may be repeated.")
  private List<String> interruptions = new ArrayList<>();

  @Option(
      names = "--market",
      paramLabel = "MARKET",
      description =
          "Instead of those four: calm, or all that a scenario's market can say, such as"
              + " '{termination: {terminations: 3, per: 1h, notice: 2m}}'.")
  private @Nullable String market;

  /**
   * What is planned.
   *
   * @param file to name in complaints about the work
   * @param live whether it is to be done on machines of a cloud file
   */
  record Planned(String file, Scenario scenario, PlannedMarket market, boolean live) {}

  Planned read() {
    try {
      return planned();
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private Planned planned() throws JobFileException {
    demandNoHarvest(file);
    demandNoHarvest(scenarioFile);
    demandNoScenario(file);
    checkUsage();
    Optional<Scenario> given =
        scenarioFile == null ? Optional.empty() : Optional.of(ScenarioReader.read(scenarioFile));
    Optional<JobFile> job = job();
    Optional<PlannedCloud> cloud = Optional.ofNullable(cloudFile).map(PlannedCloud::of);
    cloud.ifPresent(one -> one.notes().forEach(this::note));
    Catalogue catalogue = cloud.isPresent() ? cloud.get().catalogue() : catalogue(given);
    PlannedMarket befalls = market(given, catalogue, cloud.flatMap(PlannedCloud::market));
    WorkChoice work =
        job.isPresent()
            ? new WorkChoice.Given(job.get().spec().groups())
            : given.orElseThrow().work();
    String name = job.map(this::name).orElseGet(() -> given.orElseThrow().name());
    Deadline ofScenario = given.map(Scenario::deadline).orElse(new Deadline.None());
    Deadline deadline =
        job.map(j -> j.spec().deadline())
            .filter(d -> !(d instanceof Deadline.None))
            .orElse(ofScenario);
    PolicyChoice ofGiven = given.map(Scenario::policy).orElse(PolicyChoice.UNSTATED);
    String source = job.isPresent() ? source() : String.valueOf(scenarioFile);
    return new Planned(
        source,
        new Scenario(
            name,
            catalogue,
            befalls.choice(),
            deviations(given.map(Scenario::deviations).orElse(Deviations.NONE)),
            given.map(Scenario::checkpoints).orElse(CheckpointCost.HADS),
            new KnownRuntimes(otherwiseMillis(), catalogue, source).fill(work),
            deadline,
            job.map(JobFile::policy).filter(PolicyChoice::stated).orElse(ofGiven),
            given.map(Scenario::seed).orElse(1L)),
        befalls,
        cloud.isPresent());
  }

  private Catalogue catalogue(Optional<Scenario> given) throws JobFileException {
    return catalogueFile == null
        ? given.orElseThrow().catalogue()
        : CatalogueReader.read(catalogueFile);
  }

  private void note(Object note) {
    spec.commandLine().getErr().println("note: " + note);
  }

  private static void demandNoHarvest(@Nullable Path given) {
    if (given != null && FileKind.of(given) == FileKind.HARVEST) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: is a scenario of harvest machines, which cannot be planned for; type windhover"
                  .formatted(given)
              + " simulate %s".formatted(given));
    }
  }

  private static void demandNoScenario(@Nullable Path given) {
    if (given != null && FileKind.of(given) == FileKind.SCENARIO) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: is a scenario; expected a job file, or --scenario %s".formatted(given, given));
    }
  }

  private void checkUsage() {
    if (file != null && lines != null) {
      throw usage("a job file and --lines are two jobs; expected one of them");
    }
    if (file == null && lines == null && scenarioFile == null) {
      throw usage("expected a job file, --lines or --scenario");
    }
    if (catalogueFile == null && scenarioFile == null && cloudFile == null) {
      throw usage("nothing to rent; expected --catalogue with a file (or --cloud, --scenario)");
    }
    if (cloudFile != null && (catalogueFile != null || scenarioFile != null)) {
      throw usage(
          "--cloud says what can be rented; expected it without "
              + (catalogueFile != null ? "--catalogue" : "--scenario"));
    }
    if (market != null && (hibernations != null || resumes != null || reading != null)) {
      throw usage("--market says all; expected it without --hibernations, --resumes, --reading");
    }
    if (!interruptions.isEmpty() && (market != null || hibernations != null)) {
      throw usage(
          "--interruptions is a market by itself; expected it without "
              + (market != null ? "--market" : "--hibernations"));
    }
    if (hibernations == null && (resumes != null || reading != null)) {
      throw usage((resumes == null ? "--reading" : "--resumes") + " goes with --hibernations");
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  private String source() {
    return file != null
        ? file.toString()
        : STANDARD_INPUT.equals(lines) ? "standard input" : String.valueOf(lines);
  }

  /** As run would call it. */
  private String name(JobFile job) {
    return lines == null ? job.spec().name() : "lines";
  }

  private Optional<JobFile> job() throws JobFileException {
    if (file != null) {
      JobFile job = JobFileReader.read(file);
      job.notes().forEach(this::note);
      return Optional.of(job);
    }
    if (lines == null) {
      return Optional.empty();
    }
    Path here = Path.of("").toAbsolutePath();
    return Optional.of(
        lines.equals(STANDARD_INPUT)
            ? LinesReader.read("standard input", System.in, here)
            : LinesReader.read(Path.of(lines), here));
  }

  private PlannedMarket market(
      Optional<Scenario> given, Catalogue catalogue, Optional<MarketChoice> ofCloud)
      throws JobFileException {
    if (market != null) {
      return new PlannedMarket(
          MarketText.read("--market", market, Path.of(""), catalogue.types()),
          PlannedMarket.Source.OPTIONS);
    }
    if (!interruptions.isEmpty()) {
      try {
        return new PlannedMarket(
            PublishedShares.parse(interruptions, catalogue.types()), PlannedMarket.Source.OPTIONS);
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), "--interruptions: " + e.getMessage(), e);
      }
    }
    if (hibernations != null) {
      return new PlannedMarket(
          new MarketChoice.ByChance(
              reading(),
              true,
              0,
              rate("--hibernations", hibernations),
              resumes == null ? 0 : rate("--resumes", resumes)),
          PlannedMarket.Source.OPTIONS);
    }
    if (given.isPresent()) {
      return new PlannedMarket(given.get().market(), PlannedMarket.Source.SCENARIO);
    }
    return ofCloud
        .map(choice -> new PlannedMarket(choice, PlannedMarket.Source.CLOUD))
        .or(
            () ->
                catalogue
                    .market()
                    .map(choice -> new PlannedMarket(choice, PlannedMarket.Source.CATALOGUE)))
        .orElseGet(
            () ->
                catalogue.offers().stream().anyMatch(Offer::isSpot)
                    ? PlannedMarket.assumed()
                    : PlannedMarket.noSpot());
  }

  private Deviations deviations(Deviations said) {
    return new Deviations(
        runtimeError == null ? said.runtimeError() : share("--runtime-error", runtimeError),
        lagError == null ? said.lagError() : share("--lag-error", lagError),
        said.taskFailures(),
        said.vmMeanLifeMillis());
  }

  private double share(String option, String text) {
    try {
      return Values.share(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  private String reading() {
    if (reading == null) {
      return MarketChoice.READINGS.get(0);
    }
    if (!MarketChoice.READINGS.contains(reading)) {
      throw usage(
          "--reading: %s is not known; %s"
              .formatted(Shown.quoted(reading), Nearest.hint(reading, MarketChoice.READINGS)));
    }
    return reading;
  }

  private double rate(String option, String text) {
    try {
      return Rate.perHour(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  /** -1 when nothing is said of tasks whose runtime is unknown. */
  private long otherwiseMillis() {
    try {
      return runtime == null ? -1 : Durations.parseMillis(runtime);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--runtime: " + e.getMessage(), e);
    }
  }
}
