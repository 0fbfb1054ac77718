package io.windhover.app.command;

import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.StateChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command understands that looks at a run here or at jobs of a pool. */
final class RunOptions {
  private static final int HOLDER_SECONDS = 10;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "State folder of the run; by default the newest in .windhover here, and where there is"
              + " none, the default pool of the settings.")
  private @Nullable Path dir;

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  @Mixin private PoolOptions pool;

  private @Nullable Path chosen;
  private boolean noted;

  /** The folder that is meant, chosen once. */
  Path folder() {
    if (chosen == null) {
      chosen = FolderOptions.chosen(dir, spec);
    }
    return chosen;
  }

  /** The run that is meant, when it must be one of this machine. */
  OpenRun open() {
    return OpenRun.open(folder());
  }

  /** How long to wait until the process that holds a run here has answered. */
  Duration timeout() {
    return pool.timeout(HOLDER_SECONDS);
  }

  /** The state folder that was named, if one was. */
  Optional<Path> named() {
    return Optional.ofNullable(dir);
  }

  /** Where the jobs are: in the pool that is meant, else in a state folder here. */
  JobSource source() {
    return pool().<JobSource>map(PoolJobs::new).orElseGet(() -> new LocalJobs(open()));
  }

  /** The pool that is meant, whether or not one was asked for. */
  RemotePool usualPool() {
    return pool.open();
  }

  /**
   * The pool, connected, if it is meant rather than a run here: it was asked for, or no run is here
   * and the settings have a default pool. All commands about jobs choose by this rule.
   */
  Optional<RemotePool> pool() {
    if (pool.asked()) {
      if (dir != null) {
        throw new ParameterException(spec.commandLine(), "--dir and --pool exclude each other");
      }
      return Optional.of(pool.open());
    }
    if (dir != null || StateChoice.isAnyIn(Path.of("")) || pool.usual().isEmpty()) {
      return Optional.empty();
    }
    if (!noted) {
      noted = true;
      spec.commandLine().getErr().println("windhover: no run here; asking pool " + pool.usual());
    }
    return Optional.of(pool.open());
  }
}
