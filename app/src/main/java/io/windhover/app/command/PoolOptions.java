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
  private static final int POOL_SECONDS = 30;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "A pool of the settings, whose manager is asked.")
  @Nullable String pool;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The settings that name pools; by default WINDHOVER_CONFIG, else"
              + " ~/.config/windhover/config.yaml.")
  @Nullable Path config;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description =
          "How long to wait for an answer; by default 30 for a pool's, 10 for that of a run here.")
  private @Nullable Integer timeoutSeconds;

  /** The word for it before there was one for all commands. */
  @Option(names = "--patience", paramLabel = "SECONDS", hidden = true)
  private @Nullable Integer patienceSeconds;

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
    Duration timeout = timeout(POOL_SECONDS);
    UserSettings settings = UserSettings.load(config, System::getenv);
    PoolSettings meant = settings.pool(pool);
    return PoolLines.connect(meant, timeout);
  }

  /** How long to wait for an answer. */
  Duration timeout(int usualSeconds) {
    Integer asked = timeoutSeconds == null ? patienceSeconds : timeoutSeconds;
    if (asked != null && asked < 1) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--timeout: expected 1 second or more");
    }
    return Duration.ofSeconds(asked == null ? usualSeconds : asked);
  }

  /** What the settings call the usual pool; empty when there is none. */
  String usual() {
    return UserSettings.load(config, System::getenv).usual();
  }
}
