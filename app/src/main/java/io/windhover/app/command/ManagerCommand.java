package io.windhover.app.command;

import io.windhover.app.pool.PoolService;
import io.windhover.app.settings.ManagerConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The manager of a pool. */
@Command(
    name = "manager",
    description =
        "Manages a pool: takes jobs at its own port, or over XMPP, and gives their tasks to"
            + " workers: those that join, and with --cloud machines that it rents when there is"
            + " work for them and gives back when there is none.",
    footer = {
      "",
      "It runs until it is told to end (SIGTERM); started again it goes on where it was. Machines"
          + " that are rented stay meanwhile and go on with their tasks, and end by themselves when"
          + " nobody has come back within the cloud file's patience; with --give-back it gives them"
          + " back before it ends, which a second signal does not wait for.",
      "",
      "Examples:",
      "  windhover manager                       with the settings in manager.yaml here",
      "  windhover manager --config FILE --dir DIR",
      "  windhover manager --cloud local.yaml    rents machines by that file",
      "  windhover machines --dir DIR            what is rented; windhover costs: what was paid",
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
      names = "--cloud",
      paramLabel = "CLOUD.yaml",
      description = "Rent machines by this cloud file, instead of the one named there.")
  private @Nullable Path cloud;

  @Option(
      names = "--give-back",
      description = "Give every rented machine back before it ends, instead of keeping them.")
  private boolean givesBack;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  @Override
  public Integer call() {
    ManagerConfig settings = ManagerConfig.read(config, Optional.ofNullable(cloud));
    if (givesBack && settings.cloud().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--give-back goes with --cloud CLOUD.yaml");
    }
    Path folder = dir == null ? settings.dir() : dir;
    String again =
        "windhover manager --config "
            + config
            + (dir == null ? "" : " --dir " + dir)
            + (cloud == null ? "" : " --cloud " + cloud);
    var manager =
        new PoolService(
            settings,
            folder,
            settings.cloud().map(file -> CloudOption.ofPool(file, settings, givesBack)),
            again,
            spec.commandLine().getOut(),
            spec.commandLine().getErr());
    return manager.run().number();
  }
}
