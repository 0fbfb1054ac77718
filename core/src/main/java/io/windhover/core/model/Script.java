package io.windhover.core.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the tasks of a group run. Policies look at no more than whether it is over when the command
 * is.
 *
 * @param commands one command for every task of the group, or one each; empty when the work can
 *     only be simulated
 * @param cleanup runs after the result is recorded and before the room is free again; may be empty
 * @param placeholder what stands for a task's index in the texts above; empty for the usual {@code
 *     {index}}
 * @param numbers by which people know the tasks, see {@link TaskNumbers}; empty when by their
 *     indexes
 */
public record Script(
    List<String> commands,
    String cleanup,
    SortedMap<String, String> env,
    String placeholder,
    String numbers) {
  private static final String INDEX = "{index}";

  /** Tells the worker where whole outputs are wanted; a field of its own in a job file. */
  public static final String OUTPUTS_VARIABLE = "WINDHOVER_OUTPUT";

  public static final Script NONE = new Script(List.of(), "", new TreeMap<>());

  public Script {
    commands = List.copyOf(commands);
    env = Collections.unmodifiableSortedMap(new TreeMap<>(env));
  }

  /** With {@code {index}} for the index. */
  public Script(List<String> commands, String cleanup, SortedMap<String, String> env) {
    this(commands, cleanup, env, "", "");
  }

  /** The same, with tasks that people know by these numbers. */
  public Script numbered(String newNumbers) {
    return new Script(commands, cleanup, env, placeholder, newNumbers);
  }

  /**
   * Commands of programs that know no {@code {index}}: wherever that stands it is left as it is.
   *
   * @param indexLast whether each task's index follows the command as its last argument
   */
  public static Script literal(
      List<String> commands, String cleanup, SortedMap<String, String> env, boolean indexLast) {
    String stranger = INDEX;
    for (int i = 2; occurs(stranger, commands, cleanup); i++) {
      stranger = "{index" + i + "}";
    }
    String placeholder = stranger;
    return new Script(
        indexLast ? commands.stream().map(c -> c + " " + placeholder).toList() : commands,
        cleanup,
        env,
        placeholder.equals(INDEX) ? "" : placeholder,
        "");
  }

  private static boolean occurs(String text, List<String> commands, String cleanup) {
    return cleanup.contains(text) || commands.stream().anyMatch(c -> c.contains(text));
  }

  public boolean runnable() {
    return !commands.isEmpty();
  }

  /** The command of one task of the group, with its index in it. */
  public String commandOf(int indexInGroup) {
    return withIndex(commands.get(commands.size() == 1 ? 0 : indexInGroup), indexInGroup);
  }

  /** Whether the task of this index runs the same command in both. */
  public boolean runsAlike(Script other, int indexInGroup) {
    return runnable() == other.runnable()
        && (!runnable() || commandOf(indexInGroup).equals(other.commandOf(indexInGroup)));
  }

  public String cleanupOf(int indexInGroup) {
    return withIndex(cleanup, indexInGroup);
  }

  private String withIndex(String text, int index) {
    return text.replace(placeholder.isEmpty() ? INDEX : placeholder, Integer.toString(index));
  }

  /** Whether nothing is left to be done in a task's room when its command has ended. */
  public boolean endsWithCommand() {
    return cleanup.isEmpty() && !env.containsKey(OUTPUTS_VARIABLE);
  }
}
