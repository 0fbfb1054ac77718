package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.cloud.CloudSources;
import io.windhover.app.cloud.SourceMaker;
import io.windhover.capacity.SourceFailure;
import io.windhover.workload.scenario.CloudFile;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command about a cloud understands. */
final class CloudChoice {
  @Parameters(index = "0", paramLabel = "CLOUD.yaml", description = "The cloud file.")
  private Path file;

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  CloudFile read() {
    return CloudOption.read(file);
  }

  static SourceMaker maker(CloudFile cloud) {
    return CloudSources.of(cloud);
  }

  static CommandFailure failure(CloudFile cloud, SourceFailure failure) {
    return CloudSources.failure(cloud, failure);
  }
}
