package io.windhover.workload.scenario;

import io.windhover.core.words.Nearest;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads a market that interrupts single machines, each by itself. */
final class InterruptionReader {
  private static final String PATH = "market.interruption";

  private final Problems problems;
  private final Values values;
  private final List<String> known;

  InterruptionReader(Problems problems, List<String> known) {
    this.problems = problems;
    this.values = new Values(problems);
    this.known = known;
  }

  MarketChoice read(Node node) {
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node,
          PATH,
          Shown.node(node)
              + " is not a map; expected one like {share: 5%, ends: terminate, notice: 2m}");
      return new MarketChoice.Calm();
    }
    var section =
        new Section(map, PATH, MarketReader.INTERRUPTION_FIELDS, "an interruption", problems);
    if (section.value("share").isEmpty() && section.value("types").isEmpty()) {
      problems.add(
          node.line(),
          section.path("share"),
          "is missing; expected one like 5%, or types with one each");
    }
    boolean hibernates =
        section
            .value("ends")
            .map(n -> values.oneOf(n, section.path("ends"), MarketReader.ENDS))
            .map(MarketReader.ENDS.get(0)::equals)
            .orElse(false);
    if (!hibernates) {
      section
          .value("frozen")
          .ifPresent(
              n ->
                  values.wrong(
                      n, section.path("frozen"), "goes with ends: hibernate; machines end here"));
    }
    return new MarketChoice.Interruptions(
        shares(section),
        section.value("share").map(n -> share(n, section.path("share"))).orElse(0.0),
        section
            .value("per")
            .map(n -> values.spanMillis(n, section.path("per")))
            .orElse(MarketChoice.Interruptions.MONTH_MILLIS),
        hibernates,
        none(section, "notice"),
        none(section, "frozen"));
  }

  private long none(Section section, String field) {
    return section
        .value(field)
        .map(n -> values.spanOrNoneMillis(n, section.path(field)))
        .orElse(0L);
  }

  private SortedMap<String, Double> shares(Section section) {
    SortedMap<String, Double> shares = new TreeMap<>();
    if (section.value("types").isEmpty()) {
      return shares;
    }
    Node node = section.value("types").get();
    String path = section.path("types");
    if (!(node instanceof Node.Fields map) || map.fields().isEmpty()) {
      values.wrong(node, path, "names no type; expected a map like {c5.large: 5%}");
      return shares;
    }
    for (Node.Field field : map.fields()) {
      String at = path + "." + field.name();
      // Types that are not known for want of a catalogue are nobody's fault here.
      if (!known.isEmpty() && !known.contains(field.name())) {
        problems.add(
            field.line(), at, "is not in the catalogue; " + Nearest.hint(field.name(), known));
      }
      shares.put(field.name(), share(field.value(), at));
    }
    return shares;
  }

  private double share(Node node, String path) {
    try {
      if (node instanceof Node.Text text) {
        return InterruptionShare.parse(text.text());
      }
      values.wrong(node, path, Shown.node(node) + " is not a share; expected one like 5%");
    } catch (IllegalArgumentException e) {
      values.wrong(node, path, String.valueOf(e.getMessage()));
    }
    return 0;
  }
}
