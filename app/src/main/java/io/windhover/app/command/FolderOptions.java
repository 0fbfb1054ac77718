package io.windhover.app.command;

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
      description = "State folder of the run; by default the newest in .windhover here.")
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
    return chosen(dir, spec);
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
