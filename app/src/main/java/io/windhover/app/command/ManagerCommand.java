package io.windhover.app.command;

import io.windhover.app.pool.PoolService;
import io.windhover.app.settings.ManagerConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The manager of a pool. */
@Command(
    name = "manager",
    description =
        "Manages a pool: takes jobs at its own port, or over XMPP, and gives their tasks to"
            + " workers.",
    footer = {
      "",
      "It runs until it is told to end (SIGTERM); started again it goes on where it was.",
      "",
      "Examples:",
      "  windhover manager                       with the settings in manager.yaml here",
      "  windhover manager --config FILE --dir DIR",
      "  windhover status --dir DIR              how its newest job stands"
    })
public final class ManagerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = "manager.yaml",
      description = "Its settings; ${DEFAULT-VALUE} by default.")
  private Path config;

  @Option(names = "--dir", paramLabel = "DIR", description = "State folder, instead of that there.")
  private @Nullable Path dir;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  @Override
  public Integer call() {
    ManagerConfig settings = ManagerConfig.read(config);
    Path folder = dir == null ? settings.dir() : dir;
    String again = "windhover manager --config " + config + (dir == null ? "" : " --dir " + dir);
    var manager =
        new PoolService(
            settings, folder, again, spec.commandLine().getOut(), spec.commandLine().getErr());
    return manager.run().number();
  }
}
