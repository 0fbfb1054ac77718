package io.windhover.app.command;

import io.windhover.app.state.OpenRun;
import io.windhover.app.state.StateChoice;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What commands understand that look at a state folder of this machine, and at no pool. */
final class StateOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "State folder of the run or of a pool's manager; by default the newest in .windhover"
              + " here.")
  private @Nullable Path dir;

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  OpenRun open() {
    Path here = Path.of("");
    if (dir == null && !StateChoice.isAnyIn(here)) {
      throw FolderOptions.noRunIn(here);
    }
    return OpenRun.open(FolderOptions.chosen(dir, spec));
  }
}
