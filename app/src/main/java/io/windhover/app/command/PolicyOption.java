package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The option that names policies, which has two names of its own. */
final class PolicyOption {
  static final String ONE = "--policy";
  static final String SEVERAL = "--policies";

  private PolicyOption() {}

  /** As it was typed, so that a complaint speaks of what stands there. */
  static String typed(CommandSpec spec) {
    return spec.commandLine().getParseResult().originalArgs().stream()
            .anyMatch(arg -> arg.equals(SEVERAL) || arg.startsWith(SEVERAL + "="))
        ? SEVERAL
        : ONE;
  }

  /** Complains about names that are not there, as between two commas. */
  static void check(CommandSpec spec, List<String> names) {
    if (names.stream().anyMatch(String::isBlank)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          typed(spec) + ": a name is empty; expected names with a comma between two of them");
    }
  }
}
