package io.windhover.app.command;

import io.windhover.app.state.OpenRun;
import io.windhover.app.state.StateChoice;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that looks at a run understands. */
final class RunOptions {
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

  private @Nullable Path chosen;

  /** The folder that is meant, chosen once. */
  Path folder() {
    if (chosen == null) {
      chosen = choose();
    }
    return chosen;
  }

  private Path choose() {
    StateChoice choice = StateChoice.find(dir, Path.of(""));
    if (choice.among() > 1) {
      spec.commandLine()
          .getErr()
          .printf(
              "windhover: %s is the newest of %d runs here; others with --dir DIR%n",
              choice.folder(), choice.among());
    }
    return choice.folder();
  }

  OpenRun open() {
    return OpenRun.open(folder());
  }
}
