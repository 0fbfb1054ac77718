package io.windhover.policies.workflow;

import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Groups of one task that takes one core, for stories in which nothing else matters. */
public final class SingleTask {
  private SingleTask() {}

  /** As long on every machine, after nothing. */
  public static TaskGroup of(String name, long runMillis) {
    return of(name, List.of(), List.of(), new RuntimeEstimate(runMillis, new TreeMap<>()));
  }

  /** With a runtime for each type of machine, after others. */
  public static TaskGroup of(
      String name, List<Integer> after, SortedMap<String, Long> millisByType) {
    return of(name, List.of(), after, new RuntimeEstimate(-1, millisByType));
  }

  /** Only on machines with all the labels. */
  public static TaskGroup of(
      String name, List<String> labels, List<Integer> after, RuntimeEstimate runtime) {
    return new TaskGroup(
        name, 1, Script.NONE, name, new Need(labels, 1, 0), after, runtime, 0, true, 0, 0, 0);
  }
}
