package io.windhover.workload.scenario;

import io.windhover.core.model.Limits;
import io.windhover.core.model.Money;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.harvest.HarvestScenario;
import io.windhover.workload.harvest.HarvestTraceReader;
import io.windhover.workload.scenario.CloudFile.HarvestPlace;
import io.windhover.workload.scenario.CloudFile.HookPlace;
import io.windhover.workload.scenario.CloudFile.LocalPlace;
import io.windhover.workload.scenario.CloudFile.ManagerPlace;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a cloud file, YAML or JSON, with every file that it names; those lie beside it. */
public final class CloudFileReader {
  /** The JSON Schema of the file as a resource beside that of the job file. */
  public static final String SCHEMA = "windhover-cloud.schema.json";

  static final List<String> FIELDS =
      List.of(
          "name",
          "source",
          "catalogue",
          "market",
          "errors",
          "harvest",
          "seed",
          "speed",
          "limits",
          "patience",
          "manager",
          "local",
          "hook",
          "dir",
          "store");

  /** What has a meaning only where machines are processes here. */
  static final List<String> LOCAL_FIELDS =
      List.of("catalogue", "market", "errors", "harvest", "seed", "speed", "local");

  static final List<String> ERROR_FIELDS = List.of("lag");
  static final List<String> HARVEST_FIELDS = List.of("trace", "killOrder", "startUp");

  static final List<String> LIMIT_FIELDS = List.of("money", "moneyPerHour", "machines", "age");
  static final List<String> MANAGER_FIELDS = List.of("listen", "address");
  static final List<String> PLACE_FIELDS = List.of("level", "dir");
  static final List<String> HOOK_FIELDS = List.of("command", "timeout", "every");

  static final int MONEY_MAX = 1_000_000_000;
  static final int SPEED_MAX = 3_600;

  private static final String HOST = "(?:\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9._-]{1,253})";

  /** Also in the schema. */
  static final String LISTEN_PATTERN = "^(" + HOST + "):([0-9]{1,5})$";

  /** Also in the schema. */
  static final String ADDRESS_PATTERN = "^" + HOST + "$";

  private static final Pattern LISTEN = Pattern.compile(LISTEN_PATTERN);
  private static final Pattern ADDRESS = Pattern.compile(ADDRESS_PATTERN);
  private static final int PORT_MAX = 65_535;
  private static final long SEED = 1;
  private static final long PATIENCE_MILLIS = 900_000;

  private final Path file;
  private final Problems problems;
  private final Values values;

  private CloudFileReader(Path file) {
    this.file = file;
    this.problems = new Problems(file.toString());
    this.values = new Values(problems);
  }

  public static CloudFile read(Path file) throws JobFileException {
    return new CloudFileReader(file).read();
  }

  private CloudFile read() throws JobFileException {
    Node.Fields map = Documents.read(file, "a cloud file with a source", problems);
    var section = new Section(map, "", FIELDS, "a cloud file", problems);
    String name =
        section.value("name").map(n -> values.name(n, "name")).orElse(CatalogueReader.stem(file));
    String source = source(section, map);
    Optional<Catalogue> catalogue = catalogue(section);
    MarketChoice market = market(section, catalogue);
    double lagError =
        part(section, "errors", ERROR_FIELDS)
            .flatMap(s -> s.value("lag"))
            .map(n -> values.share(n, "errors.lag"))
            .orElse(0.0);
    Optional<HarvestPlace> harvest = harvest(section);
    long seed =
        section
            .value("seed")
            .map(n -> (long) values.whole(n, "seed", 0, ScenarioReader.SEED_MAX))
            .orElse(SEED);
    double speed = section.value("speed").map(this::speed).orElse(1.0);
    Limits limits = part(section, "limits", LIMIT_FIELDS).map(this::limits).orElse(Limits.NONE);
    long patienceMillis =
        section
            .value("patience")
            .map(n -> values.spanMillis(n, "patience"))
            .orElse(PATIENCE_MILLIS);
    ManagerPlace manager =
        part(section, "manager", MANAGER_FIELDS).map(this::manager).orElse(ManagerPlace.HERE);
    Path dir =
        section
            .value("dir")
            .map(n -> folder(n, "dir"))
            .orElseGet(() -> beside(".windhover").resolve(".cloud-" + name));
    LocalPlace local = local(part(section, "local", PLACE_FIELDS), dir);
    HookPlace hook = hook(section);
    Optional<StorePlace> store = store(section, source, dir);
    problems.throwIfAny();
    return new CloudFile(
        name,
        file.toAbsolutePath().normalize(),
        source,
        catalogue,
        market,
        lagError,
        harvest,
        seed,
        speed,
        limits,
        patienceMillis,
        manager,
        local,
        hook,
        dir,
        store);
  }

  /** Which source it is, and what that needs and has no use for. */
  private String source(Section section, Node.Fields map) {
    if (section.lacks("source")) {
      problems.add(map.line(), "source", "is missing; expected one of local, hook");
    }
    Optional<Node> node = section.value("source");
    if (node.isEmpty()) {
      return CloudFile.LOCAL;
    }
    int before = problems.count();
    String source = values.oneOf(node.get(), "source", CloudFile.SOURCES);
    if (problems.count() > before) {
      return source;
    }
    boolean local = source.equals(CloudFile.LOCAL);
    List<String> useless = local ? List.of("hook") : LOCAL_FIELDS;
    for (Node.Field field : map.fields()) {
      if (useless.contains(field.name())) {
        problems.add(
            field.line(), field.name(), "means nothing for source " + source + "; leave it out");
      }
    }
    String needed = local ? "catalogue" : "hook";
    if (local && !section.lacks("harvest")) {
      for (String other : List.of("catalogue", "market")) {
        section
            .value(other)
            .ifPresent(n -> values.wrong(n, other, "harvest says it all; expected one of both"));
      }
    } else if (section.lacks(needed)) {
      problems.add(
          map.line(),
          needed,
          "is missing; source %s needs %s"
              .formatted(source, local ? "a catalogue, a file or the types themselves" : needed));
    }
    return source;
  }

  private Optional<Catalogue> catalogue(Section section) throws JobFileException {
    Optional<Node> node = section.value("catalogue");
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (node.get() instanceof Node.Fields map) {
      return Optional.of(
          new CatalogueReader(problems).read(map, "catalogue", "catalogue", this::beside));
    }
    String file = text(node.get(), "catalogue", "is not a file; expected one, or a map with types");
    return file.isEmpty() ? Optional.empty() : Optional.of(CatalogueReader.read(beside(file)));
  }

  private MarketChoice market(Section section, Optional<Catalogue> catalogue)
      throws JobFileException {
    List<String> types = catalogue.map(Catalogue::types).orElse(List.of());
    return section.value("market").isPresent()
        ? new MarketReader(problems, this::beside, types).read(section.value("market").get())
        : catalogue.flatMap(Catalogue::market).orElseGet(MarketChoice.Calm::new);
  }

  private Optional<HarvestPlace> harvest(Section section) throws JobFileException {
    Optional<Section> harvest = part(section, "harvest", HARVEST_FIELDS);
    if (harvest.isEmpty()) {
      return Optional.empty();
    }
    String killOrder =
        harvest
            .get()
            .value("killOrder")
            .map(n -> values.oneOf(n, "harvest.killOrder", HarvestScenario.KILL_ORDERS))
            .orElse(HarvestScenario.KILL_ORDERS.get(0));
    if (harvest.get().lacks("trace")) {
      section
          .value("harvest")
          .ifPresent(n -> problems.add(n.line(), "harvest.trace", "is missing; expected a file"));
      return Optional.empty();
    }
    long startUpMillis =
        harvest
            .get()
            .value("startUp")
            .map(n -> values.spanMillis(n, "harvest.startUp"))
            .orElse(HarvestPlace.USUAL_MILLIS);
    String file =
        harvest
            .get()
            .value("trace")
            .map(n -> text(n, "harvest.trace", "is not a file; expected one"))
            .orElse("");
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new HarvestPlace(
                HarvestTraceReader.read(beside(file), List.of()), killOrder, startUpMillis));
  }

  /** A section of the file, if it is there and a map. */
  private Optional<Section> part(Section section, String name, List<String> fields) {
    Optional<Node> node = section.value(name);
    if (node.isPresent() && node.get() instanceof Node.Fields map) {
      return Optional.of(new Section(map, name, fields, name, problems));
    }
    node.ifPresent(
        n ->
            values.wrong(
                n,
                name,
                Shown.node(n) + " is not a map; expected one with " + String.join(", ", fields)));
    return Optional.empty();
  }

  private double speed(Node node) {
    return positive(node, "speed", SPEED_MAX, "how many seconds of the market pass in one")
        .doubleValue();
  }

  /** A number above 0: what a limit of nothing would mean nobody knows. */
  private BigDecimal positive(Node node, String field, long max, String what) {
    int before = problems.count();
    BigDecimal amount = values.amount(node, field, max, what);
    if (amount.signum() == 0 && problems.count() == before) {
      values.wrong(node, field, Shown.node(node) + " is not above 0; expected " + what);
    }
    return amount;
  }

  private Limits limits(Section limits) {
    return new Limits(
        moneyNanos(limits, "money", "dollars in all"),
        moneyNanos(limits, "moneyPerHour", "dollars an hour"),
        limits
            .value("machines")
            .map(n -> values.whole(n, "limits.machines", 1, CatalogueReader.LIMIT_MAX))
            .orElse(0),
        limits.value("age").map(n -> values.spanMillis(n, "limits.age")).orElse(0L));
  }

  /** Never 0 for what was written above it: that would be no limit. */
  private long moneyNanos(Section limits, String field, String what) {
    return limits
        .value(field)
        .map(n -> positive(n, limits.path(field), MONEY_MAX, what))
        .map(
            dollars ->
                dollars
                    .multiply(BigDecimal.valueOf(Money.NANOS_PER_DOLLAR))
                    .setScale(0, RoundingMode.UP)
                    .longValueExact())
        .orElse(0L);
  }

  private ManagerPlace manager(Section manager) {
    ManagerPlace usual = ManagerPlace.HERE;
    String host = usual.host();
    int port = usual.port();
    if (manager.value("listen").isPresent()) {
      Node node = manager.value("listen").get();
      String expected = "expected HOST:PORT, such as 127.0.0.1:0 or 0.0.0.0:8443";
      String text = text(node, "manager.listen", "is not an address; " + expected);
      Matcher found = LISTEN.matcher(text);
      if (found.matches() && Integer.parseInt(found.group(2)) <= PORT_MAX) {
        host = found.group(1).replaceAll("[\\[\\]]", "");
        port = Integer.parseInt(found.group(2));
      } else if (!text.isEmpty()) {
        values.wrong(node, "manager.listen", Shown.node(node) + " is not an address; " + expected);
      }
    }
    return new ManagerPlace(host, port, manager.value("address").map(this::address).orElse(""));
  }

  private String address(Node node) {
    String complaint = "is not an address; expected a name or number that machines can dial";
    String text = text(node, "manager.address", complaint);
    if (!text.isEmpty() && !ADDRESS.matcher(text).matches()) {
      values.wrong(node, "manager.address", Shown.node(node) + " " + complaint);
      return "";
    }
    return text;
  }

  private LocalPlace local(Optional<Section> local, Path dir) {
    String level =
        local
            .flatMap(s -> s.value("level"))
            .map(n -> values.oneOf(n, "local.level", CloudFile.LEVELS))
            .orElse(CloudFile.LEVELS.get(0));
    Path machines =
        local
            .flatMap(s -> s.value("dir"))
            .map(n -> folder(n, "local.dir"))
            .orElseGet(() -> dir.resolve("machines"));
    return new LocalPlace(level, machines);
  }

  private HookPlace hook(Section section) {
    int line = section.value("hook").map(Node::line).orElse(0);
    return part(section, "hook", HOOK_FIELDS)
        .map(said -> new HookPlaceReader(problems, values).read(said, line))
        .orElse(HookPlace.NONE);
  }

  /** Machines that are processes here share this machine's folders. */
  private Optional<StorePlace> store(Section section, String source, Path dir) {
    Optional<Node> node = section.value("store");
    if (node.isPresent()) {
      return new StoreReader(problems, this::beside).read(node.get(), "store");
    }
    return source.equals(CloudFile.LOCAL)
        ? Optional.of(StorePlace.of(dir.resolve("store")))
        : Optional.empty();
  }

  private Path folder(Node node, String field) {
    String text = text(node, field, "is not a folder; expected its name");
    return beside(text);
  }

  /** A text that is not blank; else it is complained about and the answer empty. */
  private String text(Node node, String field, String complaint) {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT && !text.text().isBlank()) {
      return text.text();
    }
    values.wrong(node, field, Shown.node(node) + " " + complaint);
    return "";
  }

  /** A file that this one names lies beside it, unless its path is absolute. */
  private Path beside(String name) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? Path.of(name) : parent.resolve(name).normalize();
  }
}
