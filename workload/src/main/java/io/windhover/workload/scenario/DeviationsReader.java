package io.windhover.workload.scenario;

import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import java.util.List;
import java.util.Optional;

/** Reads by how much estimates are off, and how often something fails. */
final class DeviationsReader {
  static final List<String> ERROR_FIELDS = List.of("runtime", "lag");
  static final List<String> FAILURE_FIELDS = List.of("tasks", "vmMeanLife");

  private final Problems problems;
  private final Values values;

  DeviationsReader(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  Deviations read(Section scenario) {
    Optional<Section> errors =
        section(scenario, "errors", ERROR_FIELDS, "{runtime: 20%, lag: 20%}");
    Optional<Section> failures =
        section(scenario, "failures", FAILURE_FIELDS, "{tasks: 1%, vmMeanLife: 48h}");
    return new Deviations(
        share(errors, "runtime"),
        share(errors, "lag"),
        share(failures, "tasks"),
        failures
            .flatMap(s -> s.value("vmMeanLife"))
            .map(n -> values.spanMillis(n, "failures.vmMeanLife"))
            .orElse(0L));
  }

  private Optional<Section> section(
      Section scenario, String field, List<String> fields, String example) {
    if (scenario.value(field).isEmpty()) {
      return Optional.empty();
    }
    Node node = scenario.value(field).get();
    if (node instanceof Node.Fields map) {
      return Optional.of(new Section(map, field, fields, field, problems));
    }
    values.wrong(node, field, Shown.node(node) + " is not a map; expected one like " + example);
    return Optional.empty();
  }

  private double share(Optional<Section> section, String field) {
    if (section.isEmpty() || section.get().value(field).isEmpty()) {
      return 0;
    }
    return values.share(section.get().value(field).get(), section.get().path(field));
  }
}
