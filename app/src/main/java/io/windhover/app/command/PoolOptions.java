package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.remote.PoolLines;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.settings.PoolSettings;
import io.windhover.app.settings.UserSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which pool is meant, for commands that speak to one. */
final class PoolOptions {
  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "A pool of the settings; its manager is asked over XMPP.")
  @Nullable String pool;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The settings that name pools; by default WINDHOVER_CONFIG, else"
              + " ~/.config/windhover/config.yaml.")
  @Nullable Path config;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long to wait for a pool's answer; ${DEFAULT-VALUE} by default.")
  int patienceSeconds;

  /** Whether a pool was asked for. */
  boolean asked() {
    return pool != null || config != null;
  }

  /**
   * The pool that is meant, connected.
   *
   * @throws CommandFailure when there is none of that name, or it is not reached
   */
  RemotePool open() {
    if (patienceSeconds < 1) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--patience: expected 1 second or more");
    }
    UserSettings settings = UserSettings.load(config, System::getenv);
    PoolSettings meant = settings.pool(pool);
    return PoolLines.connect(meant, Duration.ofSeconds(patienceSeconds));
  }
}
