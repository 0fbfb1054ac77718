package io.windhover.workload.scenario;

import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.scenario.CloudFile.HookPlace;
import java.util.ArrayList;
import java.util.List;

/** Reads the section {@code hook} of a cloud file. */
final class HookPlaceReader {
  private final Problems problems;
  private final Values values;

  HookPlaceReader(Problems problems, Values values) {
    this.problems = problems;
    this.values = values;
  }

  /** What the section says, which begins in this line. */
  HookPlace read(Section hook, int line) {
    if (hook.lacks("command")) {
      problems.add(line, "hook.command", "is missing; expected the words of a command");
    }
    return new HookPlace(
        hook.value("command").map(this::words).orElse(List.of()),
        hook.value("timeout").map(this::timeoutMillis).orElse(HookPlace.USUAL_MILLIS),
        hook.value("every")
            .map(n -> values.spanMillis(n, "hook.every"))
            .orElse(HookPlace.USUAL_EVERY_MILLIS));
  }

  private long timeoutMillis(Node node) {
    long millis = values.spanMillis(node, "hook.timeout");
    if (millis > HookPlace.TIMEOUT_MILLIS_MAX) {
      values.wrong(node, "hook.timeout", Shown.node(node) + " is too long; expected 4m at most");
    }
    return millis;
  }

  private List<String> words(Node node) {
    List<String> words = new ArrayList<>();
    if (node instanceof Node.Items list && !list.items().isEmpty()) {
      for (int i = 0; i < list.items().size(); i++) {
        words.add(values.written(list.items().get(i), "hook.command[" + i + "]"));
      }
    } else {
      values.wrong(node, "hook.command", Shown.node(node) + " is not a list; expected the words");
    }
    return words;
  }
}
