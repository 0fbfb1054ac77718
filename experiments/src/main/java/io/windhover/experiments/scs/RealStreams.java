package io.windhover.experiments.scs;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.experiments.paper.AllCores;
import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.workload.generate.ArrivalPattern;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Beyond the paper: streams of scientific workflows, drawn in their shapes or from real files. */
final class RealStreams {
  /** Steps for whoever watches. */
  static final int STEPS = 2;

  private static final String FIGURE = "workflows";
  private static final List<Double> DEADLINES = List.of(1.5, 4.0);
  private static final List<Offer> OFFERS = ScsSetting.offers(Meter.HOUR);
  private static final VmTypes TYPES = VmTypes.of(OFFERS);

  /** A workflow with a deadline of so many times its fastest makespan, after a lag. */
  private record Stream(JobSpec workflow, double times, double hours) {
    String name() {
      String text = times == Math.rint(times) ? "%.0fx" : "%.1fx";
      return "%s/%s/%s"
          .formatted(
              workflow.name(),
              ArrivalPattern.STABLE.text(),
              String.format(Locale.ROOT, text, times));
    }

    JobSpec job(long seed) {
      JobSpec typed = Workflows.onTypes(workflow, seed, new Deadline.None());
      long fastest = Dag.of(typed, TYPES).fastestMillis();
      long deadline = ScsSetting.LAG_MILLIS + (long) Math.ceil(times * fastest);
      return Workflows.onTypes(workflow, seed, new Deadline.Within(deadline));
    }

    long[] arrivalsMillis(long seed) {
      return ArrivalPattern.STABLE.arrivalsMillis(ScsSetting.USUAL, hours, seed);
    }

    Measured run(String policy, long seed) {
      return new Trial(
              Trial.arrivals(job(seed), arrivalsMillis(seed)),
              OFFERS,
              ScsSetting.LAG_MILLIS,
              Imprecision.NONE,
              seed)
          .run(Policies.make(policy));
    }

    double boundDollars(long seed) {
      JobSpec job = job(seed);
      long deadline = job.deadline().atMillis(0);
      return Bounds.dollars(Dag.of(job, TYPES), arrivalsMillis(seed), deadline, TYPES);
    }
  }

  private record Run(Stream stream, String policy, long seed) {
    Measured measured() {
      return stream.run(policy, seed);
    }

    String name() {
      return "%s %s for %s hours seed %d".formatted(policy, stream.name(), stream.hours, seed);
    }
  }

  private final Findings findings;
  private final Scope scope;
  private final Past past;

  /** By where they come from; empty when there is no folder of them. */
  private final SortedMap<String, List<JobSpec>> files = new TreeMap<>();

  /** Reads the files, so that bad data is named before minutes are spent. */
  RealStreams(Findings findings, Scope scope, Setup setup) {
    this.findings = findings;
    this.scope = scope;
    this.past = new Past(setup.past());
    Optional<Path> data = setup.data();
    if (data.isPresent()) {
      for (String source : List.of("dax", "wfcommons")) {
        Path folder = data.get().resolve("workflows").resolve(source);
        if (!Files.isDirectory(folder)) {
          throw new BadData(folder + ": no such folder; expected workflow files there");
        }
        files.put(source, Workflows.read(folder));
      }
    }
  }

  void run(Steps steps) {
    findings.section(
        FIGURE,
        "streams of scientific workflows",
        "%d jobs an hour, billed by the hour; deadlines of one lag and 1.5 or 4 times"
                .formatted(ScsSetting.USUAL)
            + " the makespan on the fastest types. Known runtimes are taken for those on the"
            + " standard type; each kind of task draws its speeds on the others.",
        "montage, epigenomics, cybershake, inspiral and sipht are drawn with 30 tasks in the shapes"
            + " of the Pegasus gallery; with --data DIR also its own files (DIR/workflows/dax) and"
            + " those of WfCommons (DIR/workflows/wfcommons), up to 110 tasks.");
    steps.next("streams of drawn scientific workflows");
    rows(
        streams(Workflows.drawn()),
        scope.workflowDraws(),
        "drawn",
        run -> past.measured(run.name(), run::measured));
    steps.next("streams of real workflows");
    if (files.isEmpty()) {
      findings.note("Streams of real workflow files: NOT RUN (no --data DIR).");
    }
    // Made each time: a file may have changed since.
    files.forEach((source, workflows) -> rows(streams(workflows), 1, source, Run::measured));
  }

  private List<Stream> streams(List<JobSpec> workflows) {
    List<Stream> streams = new ArrayList<>();
    List<Double> deadlines = scope.quick() ? DEADLINES.subList(0, 1) : DEADLINES;
    for (JobSpec workflow : workflows) {
      deadlines.forEach(times -> streams.add(new Stream(workflow, times, scope.workflowHours())));
    }
    return streams;
  }

  private void rows(
      List<Stream> streams, int draws, String source, Function<Run, Measured> measure) {
    List<Long> seeds = LongStream.rangeClosed(1, draws).boxed().toList();
    List<Run> todo = new ArrayList<>();
    for (String policy : Policies.LONGEST_FIRST) {
      for (Stream stream : streams) {
        seeds.forEach(seed -> todo.add(new Run(stream, policy, seed)));
      }
    }
    List<Measured> measured = AllCores.map(todo, measure);
    Map<Run, Measured> runs = new HashMap<>();
    for (int i = 0; i < todo.size(); i++) {
      runs.put(todo.get(i), measured.get(i));
    }
    List<List<Double>> bounds =
        AllCores.map(streams, stream -> seeds.stream().map(stream::boundDollars).toList());
    for (int s = 0; s < streams.size(); s++) {
      Stream stream = streams.get(s);
      List<Double> bound = bounds.get(s);
      for (String policy : Policies.ALL) {
        List<Measured> some =
            seeds.stream()
                .map(seed -> Objects.requireNonNull(runs.get(new Run(stream, policy, seed))))
                .toList();
        rows(stream, policy, new Runs(seeds, some), bound, source);
      }
      findings.row(row(stream, Figures8To10.BOUND, source, "cost", Sample.of(bound), "USD"));
    }
  }

  private void rows(Stream stream, String policy, Runs runs, List<Double> bounds, String source) {
    double[] over = new double[bounds.size()];
    for (int i = 0; i < over.length; i++) {
      over[i] = runs.all().get(i).dollars() / bounds.get(i);
    }
    findings.row(
        row(stream, policy, source, "cost", runs.sample(Measured::dollars), "USD")
            .with("overBound", Sample.of(over).mean())
            .with("onTimePercent", runs.onTimePercent())
            .with("utilisationPercent", 100 * runs.mean(Measured::utilisation)));
  }

  private static Row row(
      Stream stream, String policy, String source, String metric, Sample sample, String unit) {
    return Row.of(FIGURE, stream.name(), policy, metric, sample, unit)
        .with("source", source)
        .with("tasks", stream.workflow().taskCount());
  }
}
