package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.checkpoint.CheckpointStore;
import io.windhover.app.pool.local.PoolProgram;
import io.windhover.app.port.WorkerJar;
import io.windhover.app.simulate.ScenarioRun;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.local.CloudPlan;
import io.windhover.local.Level;
import io.windhover.local.LocalCloud;
import io.windhover.local.LocalSource;
import io.windhover.local.ScaledClock;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.Catalogue;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.Deviations;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.WorkChoice;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The source local: machines that are processes here, rented from a cloud that is one, too. */
public final class MachinesHere {
  private static final Path SECOND_KIND = Path.of("/sys/fs/cgroup/cgroup.controllers");

  private MachinesHere() {}

  static SourceMaker.Opened open(CloudFile cloud, SourceMaker.Use use) {
    SortedMap<String, String> variables = new TreeMap<>();
    use.start()
        .ifPresent(
            start -> {
              variables.put("WINDHOVER_FINGERPRINT", start.fingerprint());
              variables.put("WINDHOVER_PATIENCE", start.patienceMillis() / 1_000 + "s");
            });
    storeKeys(cloud).ifPresent(file -> variables.put("WINDHOVER_STORE_KEYS", file.toString()));
    var manager =
        use.start()
            .map(start -> InetSocketAddress.createUnresolved(start.host(), start.port()))
            .orElseGet(() -> InetSocketAddress.createUnresolved("127.0.0.1", 1));
    var source =
        new LocalSource(
            new LocalSource.Settings(
                cloud.local().dir(),
                use.mark(),
                manager,
                variables,
                PoolProgram.command(
                    List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"),
                    "cloud",
                    "serve",
                    cloud.file().toString()),
                LocalSource.Settings.PATIENCE),
            use.news());
    try {
      ScaledClock clock = source.clock();
      return new SourceMaker.Opened(
          source, () -> clock.atReal(System.currentTimeMillis()), source.level());
    } catch (SourceFailure e) {
      source.close();
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, "cloud %s: %s".formatted(cloud.name(), e.getMessage()), e);
    }
  }

  private static Optional<Path> storeKeys(CloudFile cloud) {
    try {
      return CheckpointStore.keysFor(cloud.store(), cloud.local().dir());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, "cloud %s: %s".formatted(cloud.name(), e.getMessage()), e);
    }
  }

  /** Is the cloud of a file until nobody needs it any more. */
  public static void serve(CloudFile cloud, Consumer<String> says)
      throws IOException, InterruptedException {
    LocalCloud.run(cloud.local().dir(), plan(cloud), says);
  }

  private static CloudPlan plan(CloudFile cloud) throws IOException {
    Catalogue catalogue = cloud.catalogue().orElseThrow();
    return new CloudPlan(
        catalogue.offers(),
        ScenarioRun.cloud(scenario(cloud, catalogue), cloud.seed()),
        cloud.speed(),
        level(cloud.local().level()),
        worker(cloud),
        CloudPlan.IDLE_MILLIS);
  }

  private static Scenario scenario(CloudFile cloud, Catalogue catalogue) {
    return new Scenario(
        cloud.name(),
        catalogue,
        cloud.market(),
        Deviations.NONE,
        CheckpointCost.HADS,
        new WorkChoice.Given(List.of()),
        new Deadline.None(),
        PolicyChoice.UNSTATED,
        cloud.seed());
  }

  private static Level level(String word) {
    return switch (word) {
      case "signals" -> Level.SIGNALS;
      case "cgroup" -> Files.exists(SECOND_KIND) ? Level.CGROUP_V2 : Level.CGROUP_V1;
      default -> Level.BEST;
    };
  }

  /** What a machine runs: the worker's own program, from a copy of it in the cloud's folder. */
  private static List<String> worker(CloudFile cloud) throws IOException {
    Path jar = Files.createDirectories(cloud.dir()).resolve(WorkerJar.NAME);
    Files.write(jar, WorkerJar.ofThisProgram().bytes());
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-jar",
        jar.toString());
  }
}
