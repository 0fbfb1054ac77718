package io.windhover.core.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the tasks of a group run. Policies never look inside.
 *
 * @param commands one command for every task of the group, or one each; empty when the work can
 *     only be simulated
 * @param cleanup runs after the result is recorded and before the room is free again; may be empty
 */
public record Script(List<String> commands, String cleanup, SortedMap<String, String> env) {
  public static final Script NONE = new Script(List.of(), "", new TreeMap<>());

  private static final String INDEX = "{index}";

  public Script {
    commands = List.copyOf(commands);
    env = Collections.unmodifiableSortedMap(new TreeMap<>(env));
  }

  public boolean runnable() {
    return !commands.isEmpty();
  }

  /** The command of one task of the group, {@code {index}} replaced. */
  public String commandOf(int indexInGroup) {
    String command = commands.get(commands.size() == 1 ? 0 : indexInGroup);
    return command.replace(INDEX, Integer.toString(indexInGroup));
  }

  public String cleanupOf(int indexInGroup) {
    return cleanup.replace(INDEX, Integer.toString(indexInGroup));
  }
}
