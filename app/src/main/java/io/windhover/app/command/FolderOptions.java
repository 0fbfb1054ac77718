package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.StateChoice;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a command understands that works on a state folder and never asks a pool. */
final class FolderOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "State folder of the run or of a manager; by default the newest in .windhover" + " here.")
  private @Nullable Path dir;

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  /** The folder that is meant. */
  Path folder() {
    return folder(null);
  }

  /**
   * The folder that is meant.
   *
   * @param named as an argument, in place of the option
   */
  Path folder(@Nullable Path named) {
    if (named != null && dir != null) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s and --dir %s: two folders; expected one of them".formatted(named, dir));
    }
    Path here = Path.of("");
    if (named == null && dir == null && !StateChoice.isAnyIn(here)) {
      throw noRunIn(here);
    }
    return chosen(named == null ? dir : named, spec);
  }

  /** For commands that cannot ask a pool instead. */
  static CommandFailure noRunIn(Path here) {
    return new CommandFailure(
        ExitCode.BAD_INPUT,
        "no run found: looked for state folders in %s; name one with --dir DIR"
            .formatted(here.resolve(StateChoice.PARENT)));
  }

  /** The folder of this name, else the newest here; says so where there are several. */
  static Path chosen(@Nullable Path named, CommandSpec spec) {
    StateChoice choice = StateChoice.find(named, Path.of(""));
    if (choice.among() > 1) {
      spec.commandLine()
          .getErr()
          .printf(
              "windhover: %s is the newest of %d runs here; others with --dir DIR%n",
              choice.folder(), choice.among());
    }
    return choice.folder();
  }
}
