package io.windhover.workload.harvest;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.Node;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.PolicyReader;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.TaskListReader;
import io.windhover.workload.Values;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.harvest.HarvestScenario.FromCluster;
import io.windhover.workload.harvest.HarvestScenario.Prices;
import io.windhover.workload.harvest.HarvestScenario.Supply;
import io.windhover.workload.harvest.HarvestScenario.Work;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads a scenario with a {@code harvest} section, YAML or JSON, and every file that it names;
 * those are looked for beside it.
 */
public final class HarvestScenarioReader {
  /** The JSON Schema of the file as a resource beside that of the job file. */
  public static final String SCHEMA = "windhover-harvest.schema.json";

  static final List<String> FIELDS =
      List.of("name", "harvest", "work", "checkpoints", "policy", "seed");
  static final List<String> WORK_FIELDS = List.of("harvest", "job", "tasks", "seed");
  static final List<String> CHECKPOINT_FIELDS = List.of("fixed", "perMB");
  static final int SEED_MAX = Integer.MAX_VALUE;

  /** A millisecond a MB of a million bytes is a nanosecond a byte. */
  static final long PER_MB_MILLIS_MAX = 3_600_000;

  /** What SlackSched's Appendix B.1 takes a checkpoint to cost, at the least. */
  static final CheckpointCost CHECKPOINTS = new CheckpointCost(60_000, 0);

  private static final List<String> SOURCES = List.of("harvest", "job", "tasks");
  private static final String WORK_EXPECTED = "expected harvest, job or tasks";
  private static final long SEED = 1;

  private final Path file;
  private final Problems problems;
  private final Values values;

  private HarvestScenarioReader(Path file) {
    this.file = file;
    this.problems = new Problems(file.toString());
    this.values = new Values(problems);
  }

  public static HarvestScenario read(Path file) throws JobFileException {
    return new HarvestScenarioReader(file).read();
  }

  private HarvestScenario read() throws JobFileException {
    Node.Fields map = Documents.read(file, "a scenario", problems);
    var section = new Section(map, "", FIELDS, "a scenario of harvest machines", problems);
    String name = section.value("name").map(n -> values.name(n, "name")).orElse(stem());
    if (section.lacks("harvest")) {
      problems.add(map.line(), "harvest", "is missing; expected a cluster or a trace");
    }
    if (section.lacks("work")) {
      problems.add(map.line(), "work", "is missing; " + WORK_EXPECTED + ", or a job file");
    }
    var supplies = new HarvestSupplyReader(problems, this::beside);
    Optional<Supply> supply = Optional.empty();
    if (section.value("harvest").isPresent()) {
      supply = supplies.read(section.value("harvest").get());
    }
    String cluster =
        supply
            .filter(s -> s instanceof FromCluster)
            .map(s -> ((FromCluster) s).cluster())
            .orElse("");
    PolicyChoice ofJob = PolicyChoice.UNSTATED;
    Optional<Work> work = Optional.empty();
    if (section.value("work").isPresent()) {
      Node node = section.value("work").get();
      Optional<JobFile> job = jobFile(node);
      ofJob = job.map(JobFile::policy).orElse(ofJob);
      work = job.isPresent() ? oneJob(job.get(), map.line()) : work(node, name, cluster);
    }
    CheckpointCost checkpoints =
        section.value("checkpoints").map(this::checkpoints).orElse(CHECKPOINTS);
    PolicyChoice policy =
        section.value("policy").map(n -> PolicyReader.read(n, values)).orElse(ofJob);
    long seed = section.value("seed").map(n -> seed(n, "seed")).orElse(SEED);
    problems.throwIfAny();
    String killOrder = supplies.killOrder();
    Optional<Prices> prices = supplies.prices();
    return new HarvestScenario(
        name,
        supply.orElseThrow(),
        killOrder,
        prices,
        work.orElseThrow(),
        checkpoints,
        policy,
        seed);
  }

  private String stem() {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private Path beside(String name) {
    Path parent = file.getParent();
    return parent == null ? Path.of(name) : parent.resolve(name);
  }

  private long seed(Node node, String field) {
    return values.whole(node, field, 0, SEED_MAX);
  }

  /** The job file that is all of the work, or that the work names. */
  private Optional<JobFile> jobFile(Node node) throws JobFileException {
    if (node instanceof Node.Text) {
      return jobFile(node, "work", "a job file, or a map with harvest, job or tasks");
    }
    if (node instanceof Node.Fields map) {
      for (Node.Field field : map.fields()) {
        if (field.name().equals("job")) {
          var section = new Section(map, "work", WORK_FIELDS, "work", problems);
          if (SOURCES.stream().filter(f -> section.value(f).isPresent()).count() > 1) {
            tooMuch(map);
            return Optional.empty();
          }
          return jobFile(field.value(), "work.job", "a job file");
        }
      }
    }
    return Optional.empty();
  }

  private void tooMuch(Node.Fields map) {
    problems.add(
        map.line(), "work", "says more than one of harvest, job and tasks; expected one of them");
  }

  private Optional<JobFile> jobFile(Node node, String field, String expected)
      throws JobFileException {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT && !text.text().isBlank()) {
      return Optional.of(JobFileReader.read(beside(text.text())));
    }
    values.wrong(node, field, Shown.node(node) + " is not a file; expected " + expected);
    return Optional.empty();
  }

  private Optional<Work> oneJob(JobFile read, int line) {
    JobSpec job = read.spec();
    if (job.deadline() instanceof Deadline.At) {
      problems.add(
          line,
          "work",
          "the job's deadline is a time of day, and virtual time has none; expected"
              + " a span there");
    }
    return oneJob(job, line);
  }

  /** What runs on a machine of any type must have a runtime on it. */
  private Optional<Work> oneJob(JobSpec job, int line) {
    for (TaskGroup group : job.groups()) {
      if (group.runtime().anyTypeMillis() < 0) {
        problems.add(
            line,
            "work",
            "task %s has no runtime that holds for every machine; expected one like 40m"
                .formatted(group.name()));
      }
    }
    return Optional.of(new HarvestScenario.OneJob(job));
  }

  private Optional<Work> work(Node node, String name, String cluster) throws JobFileException {
    if (!(node instanceof Node.Fields map)) {
      if (node instanceof Node.Items) {
        values.wrong(node, "work", Shown.node(node) + " is not a map; " + WORK_EXPECTED);
      }
      return Optional.empty();
    }
    if (map.fields().stream().anyMatch(field -> field.name().equals("job"))) {
      return Optional.empty();
    }
    var section = new Section(map, "work", WORK_FIELDS, "work", problems);
    long given = SOURCES.stream().filter(f -> !section.lacks(f)).count();
    if (given > 1) {
      tooMuch(map);
    } else if (given == 0) {
      problems.add(map.line(), "work", "is empty; " + WORK_EXPECTED);
    }
    OptionalLong seed = OptionalLong.empty();
    if (section.value("seed").isPresent()) {
      seed = OptionalLong.of(seed(section.value("seed").get(), "work.seed"));
    }
    if (section.value("tasks").isPresent()) {
      int before = problems.count();
      List<TaskGroup> groups =
          new TaskListReader(problems, new TreeMap<>())
              .read(section.value("tasks").get(), "work.tasks");
      return problems.count() > before
          ? Optional.empty()
          : oneJob(new JobSpec(name, "", new Deadline.None(), false, groups), map.line());
    }
    if (section.value("harvest").isPresent()) {
      HarvestWork work =
          new HarvestWorkReader(problems).read(section.value("harvest").get(), cluster);
      return Optional.of(new HarvestScenario.Drawn(work, seed));
    }
    return Optional.empty();
  }

  private CheckpointCost checkpoints(Node node) {
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node, "checkpoints", Shown.node(node) + " is not a map; expected one like {fixed: 2m}");
      return CHECKPOINTS;
    }
    var section = new Section(map, "checkpoints", CHECKPOINT_FIELDS, "checkpoints", problems);
    long fixed =
        section.value("fixed").map(n -> values.spanOrNoneMillis(n, "checkpoints.fixed")).orElse(0L);
    Optional<Node> perMb = section.value("perMB");
    long perMbMillis = perMb.map(n -> values.spanOrNoneMillis(n, "checkpoints.perMB")).orElse(0L);
    if (perMbMillis > PER_MB_MILLIS_MAX) {
      perMb.ifPresent(n -> values.wrong(n, "checkpoints.perMB", "expected at most 1h"));
      perMbMillis = 0;
    }
    return new CheckpointCost(fixed, perMbMillis);
  }
}
