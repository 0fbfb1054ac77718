package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.capacity.SourceFailure;
import io.windhover.workload.scenario.CloudFile;
import java.util.Map;
import java.util.Optional;

/** The sources of machines that this program has, by the names that cloud files call them. */
public final class CloudSources {
  private static final Map<String, SourceMaker> MAKERS =
      Map.of(
          CloudFile.LOCAL, (cloud, use) -> MachinesHere.open(cloud, use),
          CloudFile.HOOK, (cloud, use) -> HookMachines.open(cloud, use));

  private CloudSources() {}

  /** Who opens the source of a cloud. */
  public static SourceMaker of(CloudFile cloud) {
    return Optional.ofNullable(MAKERS.get(cloud.source()))
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.IMPOSSIBLE,
                    "source %s: this build cannot rent there yet".formatted(cloud.source())));
  }

  /** What a command says that needs an answer of the source and has none. */
  public static CommandFailure failure(CloudFile cloud, SourceFailure failure) {
    return new CommandFailure(
        failure.isBroken() ? ExitCode.BAD_INPUT : ExitCode.IMPOSSIBLE,
        "cloud %s: %s".formatted(cloud.name(), failure.getMessage()),
        failure);
  }
}
