package io.windhover.workload.scenario;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Sizes;
import io.windhover.workload.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Reads what can be rented, from a file of its own or from a scenario. */
public final class CatalogueReader {
  /** The JSON Schema of the file as a resource beside that of the job file. */
  public static final String SCHEMA = "windhover-catalogue.schema.json";

  static final List<String> FIELDS =
      List.of(
          "name",
          "limits",
          "startUp",
          "billedStartUp",
          "minimumCharge",
          "billingPeriod",
          "billedFrom",
          "storagePrice",
          "disk",
          "market",
          "types");
  static final List<String> TYPE_FIELDS =
      List.of(
          "name",
          "cores",
          "memory",
          "gflops",
          "labels",
          "prices",
          "limits",
          "startUp",
          "billedStartUp",
          "minimumCharge",
          "billingPeriod",
          "billedFrom",
          "storagePrice",
          "disk");
  static final List<String> MARKETS = List.of(Market.SPOT.text(), Market.ON_DEMAND.text());

  static final int CORES_MAX = 100_000;
  static final List<String> LIMIT_FIELDS = List.of("machines", "vcpus");
  static final int LIMIT_MAX = 1_000_000;
  static final int VCPUS_MAX = 1_000_000_000;
  static final int PRICE_MAX = 1_000_000;
  static final int GFLOPS_MAX = 1_000_000_000;

  private final Problems problems;
  private final Values values;

  CatalogueReader(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  /** The catalogue of a file. */
  public static Catalogue read(Path path) throws JobFileException {
    var problems = new Problems(path.toString());
    Node.Fields map = Documents.read(path, "a catalogue with types", problems);
    Catalogue catalogue = new CatalogueReader(problems).read(map, "", stem(path), besides(path));
    problems.throwIfAny();
    return catalogue;
  }

  /**
   * The offers of a catalogue that came without a file, and so cannot name others.
   *
   * @param path where it stands in what is read, for complaints
   * @return of use only when there were no complaints
   */
  public static List<Offer> offers(Node.Fields map, String path, Problems problems) {
    for (Node.Field field : map.fields()) {
      if (field.name().equals("market")) {
        problems.add(field.line(), path + ".market", "means nothing here; leave it out");
        return List.of();
      }
    }
    try {
      return new CatalogueReader(problems).read(map, path, path, Path::of).offers();
    } catch (JobFileException e) {
      throw new IllegalStateException("only markets are read from other files", e);
    }
  }

  /** Files that a file names lie beside it, unless their path is absolute. */
  private static Function<String, Path> besides(Path path) {
    Path parent = path.getParent();
    return name -> parent == null ? Path.of(name) : parent.resolve(name);
  }

  static String stem(Path path) {
    String last = String.valueOf(path.getFileName());
    int dot = last.lastIndexOf('.');
    return dot > 0 ? last.substring(0, dot) : last;
  }

  /** Of use only when there were no complaints. */
  Catalogue read(Node.Fields map, String path, String otherwiseNamed, Function<String, Path> beside)
      throws JobFileException {
    var section = new Section(map, path, FIELDS, "a catalogue", problems);
    String name =
        section.value("name").map(n -> values.name(n, section.path("name"))).orElse(otherwiseNamed);
    var ofAll = new Limits(limits(section));
    var terms = Terms.USUAL.with(section, values);
    List<Offer> offers = new ArrayList<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (Node item : types(section, map.line())) {
      String at = section.path("types") + "[" + lines.size() + "]";
      if (item instanceof Node.Fields type) {
        offers.addAll(type(type, at, terms, ofAll, lines));
      } else {
        values.wrong(
            item,
            at,
            Shown.node(item) + " is not a map; expected one with name, cores" + " and prices");
        lines.put("?" + lines.size(), item.line());
      }
    }
    Optional<MarketChoice> market = Optional.empty();
    if (section.value("market").isPresent()) {
      var markets = new MarketReader(problems, beside, Catalogue.types(offers));
      market = Optional.of(markets.read(section.value("market").get()));
    }
    return new Catalogue(name, offers, market);
  }

  private List<Node> types(Section section, int line) {
    Optional<Node> types = section.value("types");
    if (section.lacks("types")) {
      problems.add(line, section.path("types"), "is missing; expected a list of machine types");
    } else if (types.isPresent() && types.get() instanceof Node.Items list) {
      if (list.items().isEmpty()) {
        values.wrong(list, section.path("types"), "is empty; expected at least one machine type");
      }
      return list.items();
    } else {
      types.ifPresent(
          n ->
              values.wrong(
                  n,
                  section.path("types"),
                  Shown.node(n) + " is not a list; expected a list of machine types"));
    }
    return List.of();
  }

  private List<Offer> type(
      Node.Fields map, String path, Terms all, Limits ofAll, Map<String, Integer> lines) {
    var type = new Section(map, path, TYPE_FIELDS, "a machine type", problems);
    String name = type.value("name").map(n -> values.label(n, type.path("name"))).orElse("");
    demand(type, "name", map.line(), "a name such as c3.large");
    demand(type, "cores", map.line(), "how many it has");
    demand(type, "prices", map.line(), "dollars an hour, such as {spot: 0.03, on-demand: 0.1}");
    Integer before = lines.putIfAbsent(name.isEmpty() ? "?" + lines.size() : name, map.line());
    if (before != null) {
      problems.add(
          map.line(),
          type.path("name"),
          "\"%s\" is the name of the type in line %d; expected another one"
              .formatted(name, before));
      lines.put("?" + lines.size(), map.line());
    }
    int cores =
        type.value("cores").map(n -> values.whole(n, type.path("cores"), 1, CORES_MAX)).orElse(1);
    long memory =
        type.value("memory").map(n -> values.bytes(n, type.path("memory"))).orElse(Sizes.BYTES_MAX);
    double gflops =
        type.value("gflops")
            .map(n -> values.amount(n, type.path("gflops"), GFLOPS_MAX, "Gflops"))
            .map(BigDecimal::doubleValue)
            .orElse(0.0);
    List<String> labels = type.value("labels").map(n -> labels(n, type)).orElse(List.of());
    Terms terms = all.with(type, values);
    long imageBytes = type.value("memory").isPresent() ? memory : 0;
    Limits ofType = new Limits(limits(type));
    Map<Market, Long> prices = type.value("prices").map(n -> prices(n, type)).orElse(Map.of());
    List<Offer> offers = new ArrayList<>();
    prices.forEach(
        (market, price) ->
            offers.add(
                new Offer(
                    name + "/" + market.text(),
                    market,
                    new MachineSpec(name, name, labels, cores, memory, price),
                    Math.min(
                        ofType.of(market).machinesOf(cores),
                        ofAll.of(market).machinesByCores(cores)),
                    ofAll.of(market).machines(),
                    ofAll.of(market).coresOrNoLimit(),
                    gflops,
                    terms.startUpMillis(),
                    terms.billing(imageBytes))));
    return offers;
  }

  private void demand(Section section, String field, int line, String what) {
    if (section.lacks(field)) {
      problems.add(line, section.path(field), "is missing; expected " + what);
    }
  }

  private List<String> labels(Node node, Section type) {
    if (!(node instanceof Node.Items list)) {
      return List.of(values.label(node, type.path("labels")));
    }
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      labels.add(values.label(list.items().get(i), type.path("labels") + "[" + i + "]"));
    }
    return labels;
  }

  private Map<Market, Long> prices(Node node, Section type) {
    Map<Market, Long> prices = new EnumMap<>(Market.class);
    perMarket(node, type.path("prices"), "{spot: 0.03, on-demand: 0.1}")
        .forEach(
            (market, price) -> {
              String path = type.path("prices") + "." + market.text();
              BigDecimal dollars = values.amount(price, path, PRICE_MAX, "dollars an hour");
              prices.put(
                  market,
                  dollars
                      .multiply(BigDecimal.valueOf(Money.NANOS_PER_DOLLAR))
                      .setScale(0, RoundingMode.HALF_UP)
                      .longValueExact());
            });
    return prices;
  }

  private Map<Market, Limit> limits(Section section) {
    Map<Market, Limit> limits = new EnumMap<>(Market.class);
    if (section.value("limits").isEmpty()) {
      return limits;
    }
    perMarket(
            section.value("limits").get(),
            section.path("limits"),
            "{spot: 20, on-demand: {vcpus: 128}}")
        .forEach(
            (market, limit) ->
                limits.put(market, limit(limit, section.path("limits") + "." + market.text())));
    return limits;
  }

  /** A number counts machines; a map may count their cores too, as AWS does. */
  private Limit limit(Node node, String path) {
    if (!(node instanceof Node.Fields map)) {
      return new Limit(values.whole(node, path, 0, LIMIT_MAX), OptionalInt.empty());
    }
    var section = new Section(map, path, LIMIT_FIELDS, "a limit", problems);
    if (map.fields().isEmpty()) {
      values.wrong(node, path, "limits nothing; expected one like {machines: 20, vcpus: 128}");
    }
    Optional<Integer> vcpus =
        section.value("vcpus").map(n -> values.whole(n, section.path("vcpus"), 0, VCPUS_MAX));
    return new Limit(
        section
            .value("machines")
            .map(n -> values.whole(n, section.path("machines"), 0, LIMIT_MAX))
            .orElse(LIMIT_MAX),
        vcpus.map(OptionalInt::of).orElseGet(OptionalInt::empty));
  }

  private Map<Market, Node> perMarket(Node node, String path, String example) {
    Map<Market, Node> found = new EnumMap<>(Market.class);
    if (!(node instanceof Node.Fields map) || map.fields().isEmpty()) {
      values.wrong(node, path, "names no market; expected one like " + example);
      return found;
    }
    var section = new Section(map, path, MARKETS, "the markets", problems);
    for (Market market : List.of(Market.SPOT, Market.ON_DEMAND)) {
      section.value(market.text()).ifPresent(n -> found.put(market, n));
    }
    return found;
  }

  /**
   * How much of one market may be rented at once.
   *
   * @param cores all together; empty when they are not limited
   */
  private record Limit(int machines, OptionalInt cores) {
    static final Limit NONE = new Limit(LIMIT_MAX, OptionalInt.empty());

    /** How many machines of so many cores each it allows. */
    int machinesOf(int coresEach) {
      return Math.min(machines, machinesByCores(coresEach));
    }

    int machinesByCores(int coresEach) {
      return cores.orElse(Integer.MAX_VALUE) / coresEach;
    }

    /** As offers have it, where 0 means no limit; a limit of 0 cores allows no machine anyway. */
    int coresOrNoLimit() {
      return cores.orElse(0);
    }
  }

  /** What is not said is not limited. */
  private record Limits(Map<Market, Limit> limits) {
    Limit of(Market market) {
      return limits.getOrDefault(market, Limit.NONE);
    }
  }
}
