package io.windhover.workload.scenario;

import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Reads what befalls spot machines. */
final class MarketReader {
  static final List<String> FIELDS =
      List.of("hibernation", "termination", "interruption", "trace", "provider");
  static final List<String> HIBERNATION_FIELDS =
      List.of("hibernations", "resumes", "per", "reading", "notice");
  static final List<String> TERMINATION_FIELDS =
      List.of("terminations", "returns", "per", "reading", "notice");
  static final List<String> INTERRUPTION_FIELDS =
      List.of("share", "types", "per", "ends", "notice", "frozen");
  static final List<String> TRACE_FIELDS = List.of("file", "ends", "notice");
  static final List<String> PROVIDER_FIELDS =
      List.of("hosts", "cores", "memory", "customers", "per", "life", "ends");
  static final int HOSTS_MAX = 100_000;
  static final int HOST_CORES_MAX = 4096;
  static final List<String> ENDS = List.of("hibernate", "terminate");

  static final int EVENTS_MAX = 1_000_000;

  private static final double HOUR_MILLIS = 3_600_000;

  private final Problems problems;
  private final Values values;
  private final Function<String, Path> beside;
  private final List<String> types;

  MarketReader(Problems problems, Function<String, Path> beside, List<String> types) {
    this.problems = problems;
    this.values = new Values(problems);
    this.beside = beside;
    this.types = types;
  }

  MarketChoice read(Node node) throws JobFileException {
    String expected =
        "expected calm, or a map with hibernation, termination, interruption,"
            + " trace or provider";
    if (node instanceof Node.Text text && text.text().equals("calm")) {
      return new MarketChoice.Calm();
    }
    if (!(node instanceof Node.Fields map)) {
      values.wrong(node, "market", Shown.node(node) + " is no market; " + expected);
      return new MarketChoice.Calm();
    }
    var section = new Section(map, "market", FIELDS, "a market", problems);
    if (map.fields().size() != 1) {
      values.wrong(node, "market", "says " + map.fields().size() + " things; " + expected);
      return new MarketChoice.Calm();
    }
    if (section.value("hibernation").isPresent()) {
      return process(section.value("hibernation").get(), "hibernation", HIBERNATION_FIELDS);
    }
    if (section.value("termination").isPresent()) {
      return process(section.value("termination").get(), "termination", TERMINATION_FIELDS);
    }
    if (section.value("interruption").isPresent()) {
      return new InterruptionReader(problems, types).read(section.value("interruption").get());
    }
    if (section.value("trace").isPresent()) {
      return trace(section.value("trace").get());
    }
    if (section.value("provider").isPresent()) {
      return provider(section.value("provider").get());
    }
    return new MarketChoice.Calm();
  }

  private MarketChoice provider(Node node) {
    String path = "market.provider";
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node,
          path,
          Shown.node(node)
              + " is not a map; expected one like {hosts: 12, cores: 16, memory: 64GB,"
              + " customers: 60, per: 1h, life: 15m}");
      return new MarketChoice.Calm();
    }
    var section = new Section(map, path, PROVIDER_FIELDS, "a provider", problems);
    for (String field : PROVIDER_FIELDS.subList(0, PROVIDER_FIELDS.size() - 1)) {
      if (section.lacks(field)) {
        problems.add(node.line(), section.path(field), "is missing");
      }
    }
    return new MarketChoice.Provider(
        section.value("hosts").map(n -> whole(n, section, "hosts", HOSTS_MAX)).orElse(1),
        section.value("cores").map(n -> whole(n, section, "cores", HOST_CORES_MAX)).orElse(1),
        section.value("memory").map(n -> values.bytes(n, section.path("memory"))).orElse(0L),
        events(section, "customers") * HOUR_MILLIS / span(section, "per"),
        span(section, "life"),
        section
            .value("ends")
            .map(n -> values.oneOf(n, section.path("ends"), ENDS).equals(ENDS.get(0)))
            .orElse(true));
  }

  private int whole(Node node, Section section, String field, int max) {
    return values.whole(node, section.path(field), 1, max);
  }

  private long span(Section section, String field) {
    return section.value(field).map(n -> values.spanMillis(n, section.path(field))).orElse(1L);
  }

  /** The first two fields are how many events of each kind are expected in the span of per. */
  private MarketChoice process(Node node, String what, List<String> fields) {
    String path = "market." + what;
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node,
          path,
          "%s is not a map; expected one like {%s: 5, %s: 2.5, per: 35m}"
              .formatted(Shown.node(node), fields.get(0), fields.get(1)));
      return new MarketChoice.Calm();
    }
    var section = new Section(map, path, fields, what, problems);
    for (String field : List.of(fields.get(0), "per")) {
      if (section.lacks(field)) {
        problems.add(
            node.line(),
            section.path(field),
            "is missing; expected " + (field.equals("per") ? "a span like 35m" : "how many"));
      }
    }
    long perMillis =
        section.value("per").map(n -> values.spanMillis(n, section.path("per"))).orElse(1L);
    return new MarketChoice.ByChance(
        section
            .value("reading")
            .map(n -> values.oneOf(n, section.path("reading"), MarketChoice.READINGS))
            .orElse(MarketChoice.READINGS.get(0)),
        what.equals("hibernation"),
        notice(section),
        events(section, fields.get(0)) * HOUR_MILLIS / perMillis,
        events(section, fields.get(1)) * HOUR_MILLIS / perMillis);
  }

  private double events(Section section, String field) {
    return section
        .value(field)
        .map(n -> values.amount(n, section.path(field), EVENTS_MAX, "how many are expected"))
        .map(Number::doubleValue)
        .orElse(0.0);
  }

  private long notice(Section section) {
    return section
        .value("notice")
        .map(n -> values.spanOrNoneMillis(n, section.path("notice")))
        .orElse(0L);
  }

  private MarketChoice trace(Node node) throws JobFileException {
    String path = "market.trace";
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT) {
      return new MarketChoice.Recorded(true, 0, outages(text.text()));
    }
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node, path, Shown.node(node) + " is not a file; expected one, or a map with file");
      return new MarketChoice.Calm();
    }
    var section = new Section(map, path, TRACE_FIELDS, "a trace", problems);
    boolean hibernates =
        section
            .value("ends")
            .map(n -> values.oneOf(n, section.path("ends"), ENDS).equals(ENDS.get(0)))
            .orElse(true);
    long noticeMillis = notice(section);
    if (section.lacks("file")) {
      problems.add(node.line(), section.path("file"), "is missing; expected a CSV file");
    }
    if (section.value("file").isEmpty()
        || !(section.value("file").get() instanceof Node.Text text)
        || text.kind() != Node.Kind.TEXT) {
      section
          .value("file")
          .ifPresent(n -> values.wrong(n, section.path("file"), "expected the name of a CSV file"));
      return new MarketChoice.Calm();
    }
    return new MarketChoice.Recorded(hibernates, noticeMillis, outages(text.text()));
  }

  /** Types that are not known for want of a catalogue are nobody's fault here. */
  private Outages outages(String name) throws JobFileException {
    problems.throwIfAny();
    return TraceReader.read(beside.apply(name), types);
  }
}
