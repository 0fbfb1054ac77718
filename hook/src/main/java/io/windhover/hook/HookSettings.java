package io.windhover.hook;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A hook, and who calls it.
 *
 * @param command its words; the verb comes after them
 * @param directory in which it runs; a command that is a relative path lies there
 * @param timeoutMillis how long one call may take
 * @param folder of its own, for what it wants to remember; mode 0700
 * @param mark what the leases begin with that are the caller's business
 * @param contact what machines are to know of their manager; empty where none is asked for
 */
public record HookSettings(
    List<String> command,
    Path directory,
    long timeoutMillis,
    Path folder,
    String mark,
    Optional<ManagerContact> contact) {
  public HookSettings {
    command = List.copyOf(command);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("a hook without a command");
    }
  }

  /** The words to run, with the program's place. */
  List<String> words(String verb) {
    String program = command.get(0);
    List<String> words = new ArrayList<>(command);
    if (program.contains("/")) {
      words.set(0, directory.resolve(program).normalize().toString());
    }
    words.add(verb);
    return words;
  }

  /** As people call it: the program as it was written down. */
  String name() {
    return "hook " + command.get(0);
  }
}
