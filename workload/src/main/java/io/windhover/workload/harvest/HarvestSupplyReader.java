package io.windhover.workload.harvest;

import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.harvest.HarvestScenario.FromCluster;
import io.windhover.workload.harvest.HarvestScenario.Prices;
import io.windhover.workload.harvest.HarvestScenario.Recorded;
import io.windhover.workload.harvest.HarvestScenario.Supply;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Reads the {@code harvest} section of a scenario: machines, kill order and prices. */
final class HarvestSupplyReader {
  static final List<String> FIELDS =
      List.of("cluster", "machines", "hours", "seed", "trace", "killOrder", "prices");
  static final List<String> PRICE_FIELDS = List.of("spot", "harvested");
  static final int MACHINES_MAX = 1_000;
  static final int HOURS_MAX = 10_000;
  static final int PRICE_MAX = 1_000;

  private static final String PATH = "harvest";
  private static final int MACHINES = 64;
  private static final double HOURS = 48;

  /** Where tasks may take half a day. */
  private static final double CALM_HOURS = 192;

  private static final int NANOS_SCALE = 9;

  private final Problems problems;
  private final Values values;
  private final Function<String, Path> beside;
  private String killOrder = HarvestScenario.KILL_ORDERS.get(0);
  private Optional<Prices> prices = Optional.empty();

  HarvestSupplyReader(Problems problems, Function<String, Path> beside) {
    this.problems = problems;
    this.values = new Values(problems);
    this.beside = beside;
  }

  String killOrder() {
    return killOrder;
  }

  Optional<Prices> prices() {
    return prices;
  }

  /** Empty when it was complained about. */
  Optional<Supply> read(Node node) throws JobFileException {
    if (!(node instanceof Node.Fields map)) {
      values.wrong(node, PATH, Shown.node(node) + " is not a map; expected one like {cluster: C2}");
      return Optional.empty();
    }
    int before = problems.count();
    var section = new Section(map, PATH, FIELDS, "harvest", problems);
    section
        .value("killOrder")
        .ifPresent(
            n ->
                killOrder =
                    values.oneOf(n, section.path("killOrder"), HarvestScenario.KILL_ORDERS));
    prices = section.value("prices").flatMap(this::prices);
    Optional<Supply> supply = supply(section, map.line());
    return problems.count() > before ? Optional.empty() : supply;
  }

  private Optional<Supply> supply(Section section, int line) throws JobFileException {
    Optional<Node> trace = section.value("trace");
    Optional<Node> cluster = section.value("cluster");
    if (trace.isPresent()) {
      Optional<Node> names = section.value("machines").filter(n -> n instanceof Node.Items);
      for (String other : List.of("cluster", "machines", "hours", "seed")) {
        if (other.equals("machines") && names.isPresent()) {
          continue;
        }
        section
            .value(other)
            .ifPresent(
                n ->
                    values.wrong(
                        n,
                        section.path(other),
                        "the trace says it all; expected only one of both"));
      }
      return recorded(trace.get(), names.map(this::names).orElse(List.of()));
    }
    if (cluster.isEmpty()) {
      if (section.lacks("cluster") && section.lacks("trace")) {
        problems.add(
            line,
            section.path("cluster"),
            "is missing; expected one of %s, or a trace"
                .formatted(String.join(", ", HarvestScenario.CLUSTERS)));
      }
      return Optional.empty();
    }
    String name = values.oneOf(cluster.get(), section.path("cluster"), HarvestScenario.CLUSTERS);
    int machines =
        section
            .value("machines")
            .map(n -> values.whole(n, section.path("machines"), 1, MACHINES_MAX))
            .orElse(MACHINES);
    OptionalLong seed = OptionalLong.empty();
    if (section.value("seed").isPresent()) {
      seed =
          OptionalLong.of(
              values.whole(
                  section.value("seed").get(),
                  section.path("seed"),
                  0,
                  HarvestScenarioReader.SEED_MAX));
    }
    return Optional.of(new FromCluster(name, machines, hours(section, name), seed));
  }

  private double hours(Section section, String cluster) {
    if (section.value("hours").isEmpty()) {
      return HarvestWorkReader.isCalm(cluster) ? CALM_HOURS : HOURS;
    }
    Node node = section.value("hours").get();
    String path = section.path("hours");
    int before = problems.count();
    double hours = values.amount(node, path, HOURS_MAX, "how long they are there").doubleValue();
    if (hours == 0 && problems.count() == before) {
      values.wrong(node, path, "is none at all; expected more than 0");
    }
    return hours;
  }

  /** The only machines that may be in the trace. */
  private List<String> names(Node node) {
    List<String> names = new ArrayList<>();
    for (Node item : ((Node.Items) node).items()) {
      String path = "harvest.machines[%d]".formatted(names.size());
      String name = values.written(item, path).strip();
      if (name.isEmpty() && !(item instanceof Node.Broken)) {
        values.wrong(item, path, "is empty; expected the name of a harvest machine");
      } else if (names.contains(name)) {
        values.wrong(item, path, Shown.quoted(name) + " is there twice; expected each name once");
      }
      names.add(name);
    }
    if (names.isEmpty()) {
      values.wrong(node, "harvest.machines", "is empty; expected the names of the trace");
    }
    return names;
  }

  private Optional<Supply> recorded(Node node, List<String> known) throws JobFileException {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT && !text.text().isBlank()) {
      return Optional.of(new Recorded(HarvestTraceReader.read(beside.apply(text.text()), known)));
    }
    values.wrong(
        node,
        "harvest.trace",
        Shown.node(node) + " is not a file; expected one with seconds,hvm,cores");
    return Optional.empty();
  }

  private Optional<Prices> prices(Node node) {
    String path = "harvest.prices";
    if (!(node instanceof Node.Fields map)) {
      values.wrong(node, path, Shown.node(node) + " is not a map; expected one like {spot: 0.02}");
      return Optional.empty();
    }
    var section = new Section(map, path, PRICE_FIELDS, "prices", problems);
    if (section.lacks("spot")) {
      problems.add(
          map.line(), section.path("spot"), "is missing; expected dollars for a core and an hour");
    }
    Optional<Long> spot = section.value("spot").map(n -> nanos(n, section.path("spot")));
    Optional<Long> harvested =
        section.value("harvested").map(n -> nanos(n, section.path("harvested")));
    // SlackSched, section 4.4: harvested cores cost half.
    return spot.map(each -> new Prices(each, harvested.orElse(each / 2)));
  }

  private long nanos(Node node, String path) {
    BigDecimal dollars = values.amount(node, path, PRICE_MAX, "dollars for a core and an hour");
    return dollars.movePointRight(NANOS_SCALE).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }
}
