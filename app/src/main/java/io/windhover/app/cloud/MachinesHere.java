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
import io.windhover.core.model.Offer;
import io.windhover.host.ScaledClock;
import io.windhover.local.CloudPlan;
import io.windhover.local.Level;
import io.windhover.local.LocalCloud;
import io.windhover.local.LocalSource;
import io.windhover.manager.SteadyClock;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.simulator.harvest.HarvestPrices;
import io.windhover.simulator.harvest.HarvestTraceCloud;
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

  /** The clock of a cloud, which is started when it is not there. */
  public static ScaledClock clock(CloudFile cloud) {
    try (LocalSource source = source(cloud, SourceMaker.Use.looking(CloudMarks.ANY))) {
      return source.clock();
    } catch (SourceFailure e) {
      throw failure(cloud, e);
    }
  }

  /** Ends a cloud with all that is rented there; one that is not there is fine. */
  public static void end(CloudFile cloud) {
    try (LocalSource source = source(cloud, SourceMaker.Use.looking(CloudMarks.ANY))) {
      source.endCloud();
    }
  }

  private static CommandFailure failure(CloudFile cloud, SourceFailure e) {
    return new CommandFailure(
        ExitCode.IMPOSSIBLE, "cloud %s: %s".formatted(cloud.name(), e.getMessage()), e);
  }

  static SourceMaker.Opened open(CloudFile cloud, SourceMaker.Use use) {
    LocalSource source = source(cloud, use);
    try {
      ScaledClock clock = source.clock();
      refuseOtherSpeed(cloud, clock);
      SteadyClock here = SteadyClock.start();
      return new SourceMaker.Opened(source, () -> clock.atReal(here.getAsLong()), source.level());
    } catch (SourceFailure e) {
      source.close();
      throw failure(cloud, e);
    }
  }

  private static LocalSource source(CloudFile cloud, SourceMaker.Use use) {
    SortedMap<String, String> variables = new TreeMap<>();
    use.start()
        .ifPresent(
            start -> {
              variables.put("WINDHOVER_FINGERPRINT", start.fingerprint());
              variables.put("WINDHOVER_PATIENCE", start.patienceMillis() / 1_000 + "s");
            });
    cloud.harvest().ifPresent(h -> variables.put("WINDHOVER_KILL_ORDER", h.killOrder()));
    storeKeys(cloud).ifPresent(file -> variables.put("WINDHOVER_STORE_KEYS", file.toString()));
    var manager =
        use.start()
            .map(start -> InetSocketAddress.createUnresolved(start.host(), start.port()))
            .orElseGet(() -> InetSocketAddress.createUnresolved("127.0.0.1", 1));
    return new LocalSource(
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
  }

  /** A market's time goes on as it was begun: leases are dated by it. */
  private static void refuseOtherSpeed(CloudFile cloud, ScaledClock clock) {
    if (clock.factor() != cloud.speed()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "cloud %s: %s was set up with speed %s, the file says %s; expected that, or another dir"
              .formatted(
                  cloud.name(),
                  cloud.local().dir(),
                  ScaledClock.text(clock.factor()),
                  ScaledClock.text(cloud.speed())));
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
    return new CloudPlan(
        offers(cloud),
        market(cloud),
        cloud.speed(),
        level(cloud.local().level()),
        worker(cloud),
        CloudPlan.IDLE_MILLIS);
  }

  /** What can be rented by a file, by its catalogue or its trace. */
  public static List<Offer> offers(CloudFile cloud) {
    return cloud
        .harvest()
        .map(h -> HarvestTraceCloud.offers(h.trace(), HarvestPrices.USUAL, h.startUpMillis()))
        .orElseGet(() -> cloud.catalogue().orElseThrow().offers());
  }

  /** What befalls the machines of a file from its beginning on; nobody has used it yet. */
  public static Cloud market(CloudFile cloud) {
    Cloud exact =
        cloud
            .harvest()
            .<Cloud>map(h -> new HarvestTraceCloud(h.trace(), CheckpointCost.HADS))
            .orElseGet(
                () ->
                    ScenarioRun.cloud(
                        scenario(cloud, cloud.catalogue().orElseThrow()), cloud.seed()));
    return new Imprecision(0, cloud.lagError(), 0, 0).cloud(exact, cloud.seed());
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
