package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.cloud.CloudOfPool;
import io.windhover.app.cloud.CloudSite;
import io.windhover.app.cloud.CloudSources;
import io.windhover.app.local.RunSite;
import io.windhover.app.pool.PoolCloud;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.model.JobSpec;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.workload.JobFileException;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.CloudFileReader;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/** What {@code --cloud CLOUD.yaml} means; nothing of it is loaded by commands without it. */
final class CloudOption {
  private CloudOption() {}

  /** The cloud of a file. */
  static CloudFile read(Path file) {
    try {
      return CloudFileReader.read(file);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  /** Where a job runs whose machines are rented by this file. */
  static RunSite site(Path file) {
    CloudFile cloud = read(file);
    return new CloudSite(cloud, CloudSources.of(cloud));
  }

  /** Where a pool's manager rents by this file; machines join at the manager's own port. */
  static PoolCloud ofPool(Path file, ManagerConfig manager, boolean givesBack) {
    CloudFile cloud = read(file);
    String listens = manager.port().orElseThrow().listen().host();
    return new CloudOfPool(cloud, CloudSources.of(cloud), listens, givesBack);
  }

  /** Who decides when nobody is named. */
  static RecordedPolicy usual(JobSpec job) {
    String name = ChosenPolicies.live(List.of(job)).name();
    return new RecordedPolicy(name, new TreeMap<>(), Machines.COME_AND_GO);
  }
}
