package io.windhover.core.testkit;

import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.TreeMap;

/** A group of tasks under description: one core, a second's run and no retries until said. */
public final class Tasks {
  private final String name;
  private final int count;
  private List<String> requires = List.of();
  private List<Integer> after = List.of();
  private List<Integer> byIndex = List.of();
  private int parallel;
  private int cores = 1;
  private long memoryBytes;
  private long runMillis = 1000;
  private int priority;
  private int retries;
  private String cleanup = "";
  private final TreeMap<String, String> env = new TreeMap<>();

  Tasks(String name, int count) {
    this.name = name;
    this.count = count;
  }

  public Tasks after(Integer... groups) {
    after = List.of(groups);
    return this;
  }

  /** Each task after the one of the same index in each of these groups. */
  public Tasks afterSameIndex(Integer... groups) {
    after = List.of(groups);
    byIndex = List.of(groups);
    return this;
  }

  public Tasks parallel(int atOnce) {
    parallel = atOnce;
    return this;
  }

  public Tasks requires(String... labels) {
    requires = List.of(labels);
    return this;
  }

  public Tasks cores(int each) {
    cores = each;
    return this;
  }

  public Tasks memoryBytes(long each) {
    memoryBytes = each;
    return this;
  }

  public Tasks runMillis(long each) {
    runMillis = each;
    return this;
  }

  public Tasks priority(int higherFirst) {
    priority = higherFirst;
    return this;
  }

  public Tasks retries(int times) {
    retries = times;
    return this;
  }

  public Tasks cleanup(String command) {
    cleanup = command;
    return this;
  }

  public Tasks outputs(String place) {
    env.put(Script.OUTPUTS_VARIABLE, place);
    return this;
  }

  public TaskGroup group() {
    return new TaskGroup(
        name,
        count,
        new Script(List.of(), cleanup, env),
        name,
        new Need(requires, cores, memoryBytes),
        after,
        new RuntimeEstimate(runMillis, new TreeMap<>()),
        priority,
        true,
        retries,
        0,
        0,
        byIndex,
        parallel);
  }
}
