package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.workload.Shown;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** The option that names policies, which has two names of its own. */
final class PolicyOption {
  static final String ONE = "--policy";
  static final String SEVERAL = "--policies";

  private PolicyOption() {}

  /** As it was typed, so that a complaint speaks of what stands there. */
  static String typed(CommandSpec spec) {
    return args(spec).stream().anyMatch(arg -> arg.equals(SEVERAL) || begins(arg, SEVERAL))
        ? SEVERAL
        : ONE;
  }

  /**
   * Complains about names that are not there, as between two commas, or there twice. What was typed
   * is looked at, because a comma at the end is gone when it has been split.
   */
  static void check(CommandSpec spec) {
    List<String> args = args(spec);
    Set<String> named = new TreeSet<>();
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      boolean alone = arg.equals(ONE) || arg.equals(SEVERAL);
      if (alone && i + 1 < args.size()) {
        check(spec, args.get(i + 1), named);
      } else if (begins(arg, ONE) || begins(arg, SEVERAL)) {
        check(spec, arg.substring(arg.indexOf('=') + 1), named);
      }
    }
  }

  private static void check(CommandSpec spec, String names, Set<String> named) {
    for (String name : names.split(",", -1)) {
      if (name.isBlank()) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            typed(spec) + ": a name is empty; expected names with a comma between two of them");
      }
      if (!named.add(name)) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            "%s: %s is there twice; expected each policy once"
                .formatted(typed(spec), Shown.quoted(name)));
      }
    }
  }

  private static boolean begins(String arg, String option) {
    return arg.startsWith(option + "=");
  }

  private static List<String> args(CommandSpec spec) {
    return spec.commandLine().getParseResult().originalArgs();
  }
}
