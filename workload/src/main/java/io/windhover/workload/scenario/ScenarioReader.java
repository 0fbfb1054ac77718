package io.windhover.workload.scenario;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
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
import io.windhover.workload.generate.BagTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads a scenario, YAML or JSON, with every file that it names; those are looked for beside it.
 */
public final class ScenarioReader {
  /** The JSON Schema of the file as a resource beside that of the job file. */
  public static final String SCHEMA = "windhover-scenario.schema.json";

  static final List<String> FIELDS =
      List.of(
          "name",
          "catalogue",
          "market",
          "errors",
          "failures",
          "checkpoints",
          "work",
          "deadline",
          "policy",
          "seed");
  static final List<String> CHECKPOINT_FIELDS = List.of("fixed", "perMB");
  static final List<String> WORK_FIELDS = List.of("job", "tasks", "table", "stream", "seed");
  private static final List<String> SOURCES = WORK_FIELDS.subList(0, WORK_FIELDS.size() - 1);
  static final List<String> TABLE_FIELDS = List.of("tasks", "runtime", "memory");
  static final List<String> SPREAD_FIELDS = List.of("least", "mean", "largest");

  static final int SEED_MAX = Integer.MAX_VALUE;
  static final int DRAWN_MAX = 1_000_000;

  /** A millisecond a MB of a million bytes is a nanosecond a byte. */
  static final long PER_MB_MILLIS_MAX = 3_600_000;

  private static final long SEED = 1;

  private final Path file;
  private final Problems problems;
  private final Values values;

  private ScenarioReader(Path file) {
    this.file = file;
    this.problems = new Problems(file.toString());
    this.values = new Values(problems);
  }

  public static Scenario read(Path file) throws JobFileException {
    return new ScenarioReader(file).read();
  }

  private Scenario read() throws JobFileException {
    Node.Fields map = Documents.read(file, "a scenario", problems);
    var section = new Section(map, "", FIELDS, "a scenario", problems);
    String name =
        section.value("name").map(n -> values.name(n, "name")).orElse(CatalogueReader.stem(file));
    demand(section, "catalogue", "a file, or the types themselves", map.line());
    demand(
        section, "work", "a job file, tasks, a table to draw them from, or a stream", map.line());
    Optional<Catalogue> catalogue = Optional.empty();
    if (section.value("catalogue").isPresent()) {
      catalogue = catalogue(section.value("catalogue").get());
    }
    List<String> types = catalogue.map(Catalogue::types).orElse(List.of());
    var markets = new MarketReader(problems, this::beside, types);
    MarketChoice market = catalogue.flatMap(Catalogue::market).orElseGet(MarketChoice.Calm::new);
    if (section.value("market").isPresent()) {
      market = markets.read(section.value("market").get());
    }
    Optional<Deadline> stated = section.value("deadline").map(this::deadline);
    Optional<JobFile> job = Optional.empty();
    Optional<WorkChoice> work = Optional.empty();
    if (section.value("work").isPresent()) {
      job = jobFile(section.value("work").get());
      work =
          job.isPresent()
              ? Optional.of(new WorkChoice.Given(job.get().spec().groups()))
              : work(section.value("work").get(), name, stated, types);
    }
    CheckpointCost checkpoints =
        section.value("checkpoints").map(this::checkpoints).orElse(CheckpointCost.HADS);
    Deadline fromJob = job.map(j -> j.spec().deadline()).orElse(new Deadline.None());
    Deadline deadline = stated.orElse(fromJob);
    if (deadline instanceof Deadline.At) {
      problems.add(
          map.line(),
          "deadline",
          "the job file's is a time of day, and virtual time has none; expected a span here");
    }
    PolicyChoice policy =
        section
            .value("policy")
            .map(n -> PolicyReader.read(n, values))
            .orElse(job.map(JobFile::policy).orElse(PolicyChoice.UNSTATED));
    long seed = section.value("seed").map(n -> seed(n, "seed")).orElse(SEED);
    Deviations deviations = new DeviationsReader(problems).read(section);
    problems.throwIfAny();
    return new Scenario(
        name,
        catalogue.orElseThrow(),
        market,
        deviations,
        checkpoints,
        work.orElseThrow(),
        deadline,
        policy,
        seed);
  }

  private void demand(Section section, String field, String what, int line) {
    if (section.lacks(field)) {
      problems.add(line, section.path(field), "is missing; expected " + what);
    }
  }

  private long seed(Node node, String field) {
    return values.whole(node, field, 0, SEED_MAX);
  }

  /** A file that this one names lies beside it, unless its path is absolute. */
  private Path beside(String name) {
    Path parent = file.getParent();
    return parent == null ? Path.of(name) : parent.resolve(name);
  }

  private Optional<Catalogue> catalogue(Node node) throws JobFileException {
    if (node instanceof Node.Fields map) {
      Catalogue catalogue =
          new CatalogueReader(problems).read(map, "catalogue", "catalogue", this::beside);
      return catalogue.offers().isEmpty() ? Optional.empty() : Optional.of(catalogue);
    }
    Optional<Path> path = path(node, "catalogue", "a file, or a map with types");
    return path.isEmpty() ? Optional.empty() : Optional.of(CatalogueReader.read(path.get()));
  }

  private Optional<Path> path(Node node, String field, String expected) {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT && !text.text().isBlank()) {
      return Optional.of(beside(text.text()));
    }
    values.wrong(node, field, Shown.node(node) + " is not a file; expected " + expected);
    return Optional.empty();
  }

  private Deadline deadline(Node node) {
    return new Deadline.Within(values.spanMillis(node, "deadline"));
  }

  private CheckpointCost checkpoints(Node node) {
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node,
          "checkpoints",
          Shown.node(node) + " is not a map; expected one like {fixed: 13s, perMB: 22ms}");
      return CheckpointCost.HADS;
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

  private Optional<JobFile> jobFile(Node node) throws JobFileException {
    if (!(node instanceof Node.Fields map)) {
      Optional<Path> path =
          path(node, "work", "a job file, or a map with job, tasks, table or stream");
      return path.isEmpty() ? Optional.empty() : Optional.of(JobFileReader.read(path.get()));
    }
    for (Node.Field field : map.fields()) {
      if (field.name().equals("job") && workSection(map).isPresent()) {
        Optional<Path> path = path(field.value(), "work.job", "a job file");
        return path.isEmpty() ? Optional.empty() : Optional.of(JobFileReader.read(path.get()));
      }
    }
    return Optional.empty();
  }

  /** Empty when it does not say where the tasks come from, or says so twice. */
  private Optional<Section> workSection(Node.Fields map) {
    var section = new Section(map, "work", WORK_FIELDS, "work", problems);
    long given = SOURCES.stream().filter(f -> !section.lacks(f)).count();
    if (given == 1) {
      return Optional.of(section);
    }
    problems.add(
        map.line(),
        "work",
        given == 0
            ? "the bag is empty; expected job, tasks, table or stream"
            : "says more than one of job, tasks, table and stream; expected one of them");
    return Optional.empty();
  }

  private Optional<WorkChoice> work(
      Node node, String name, Optional<Deadline> deadline, List<String> types)
      throws JobFileException {
    if (!(node instanceof Node.Fields map)
        || map.fields().stream().anyMatch(field -> field.name().equals("job"))) {
      return Optional.empty();
    }
    Optional<Section> found = workSection(map);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Section section = found.get();
    OptionalLong seed = OptionalLong.empty();
    if (section.value("seed").isPresent()) {
      seed = OptionalLong.of(seed(section.value("seed").get(), "work.seed"));
    }
    if (section.value("tasks").isPresent()) {
      var tasks = new TaskListReader(problems, new TreeMap<>());
      return Optional.of(
          new WorkChoice.Given(tasks.read(section.value("tasks").get(), "work.tasks")));
    }
    if (section.value("stream").isPresent()) {
      var classes = new JobClassReader(problems, this::beside, types);
      return new StreamReader(problems, classes)
          .read(section.value("stream").get(), deadline, seed);
    }
    if (section.value("table").isEmpty()) {
      return Optional.empty();
    }
    return table(section.value("table").get(), name).map(new Seeded(seed)::drawn);
  }

  /** A bag with the seed it is drawn from. */
  private record Seeded(OptionalLong seed) {
    WorkChoice drawn(BagTable table) {
      return new WorkChoice.Drawn(table, seed);
    }
  }

  private Optional<BagTable> table(Node node, String name) {
    String path = "work.table";
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node, path, Shown.node(node) + " is not a map; expected tasks, runtime and memory");
      return Optional.empty();
    }
    var section = new Section(map, path, TABLE_FIELDS, "a table", problems);
    demand(section, "tasks", "how many", node.line());
    demand(section, "runtime", "{least: 102s, mean: 198s, largest: 323s}", node.line());
    int tasks =
        section
            .value("tasks")
            .map(n -> values.whole(n, section.path("tasks"), 1, DRAWN_MAX))
            .orElse(1);
    Optional<BagTable.Spread> runtime =
        section.value("runtime").flatMap(n -> spread(n, section.path("runtime"), true));
    Optional<BagTable.Spread> memory =
        section.value("memory").isEmpty()
            ? Optional.of(new BagTable.Spread(0, 0, 0))
            : section.value("memory").flatMap(n -> spread(n, section.path("memory"), false));
    return runtime.isEmpty() || memory.isEmpty()
        ? Optional.empty()
        : Optional.of(new BagTable(name, tasks, runtime.get(), memory.get()));
  }

  /** A single value stands for all three. */
  private Optional<BagTable.Spread> spread(Node node, String path, boolean isTime) {
    if (node instanceof Node.Text) {
      long same = measure(node, path, isTime);
      return Optional.of(new BagTable.Spread(same, same, same));
    }
    if (!(node instanceof Node.Fields map)) {
      values.wrong(node, path, Shown.node(node) + " is not a map; expected least, mean, largest");
      return Optional.empty();
    }
    var section = new Section(map, path, SPREAD_FIELDS, "a spread", problems);
    int before = problems.count();
    long[] three = new long[SPREAD_FIELDS.size()];
    for (int i = 0; i < three.length; i++) {
      String field = SPREAD_FIELDS.get(i);
      demand(section, field, "a " + (isTime ? "span like 3m20s" : "size like 200MB"), node.line());
      three[i] = section.value(field).map(n -> measure(n, section.path(field), isTime)).orElse(0L);
    }
    if (problems.count() > before) {
      return Optional.empty();
    }
    if (three[0] > three[1] || three[1] > three[2]) {
      values.wrong(node, path, "is out of order; expected least <= mean <= largest");
      return Optional.empty();
    }
    return Optional.of(new BagTable.Spread(three[0], three[1], three[2]));
  }

  private long measure(Node node, String path, boolean isTime) {
    return isTime ? values.spanMillis(node, path) : values.bytes(node, path);
  }
}
