package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.SourceDesk;
import io.windhover.capacity.SourceFailure;
import io.windhover.capacity.SourceThread;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.step.Machine;
import io.windhover.host.HeldFolder;
import io.windhover.host.Lineage;
import io.windhover.host.ProcessTable;
import io.windhover.local.CloudPlan;
import io.windhover.local.Level;
import io.windhover.local.LocalCloud;
import io.windhover.local.LocalSource;
import io.windhover.manager.Manager;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.store.SqliteStore;
import io.windhover.store.StoreView;
import io.windhover.workerprogram.WorkerProgram;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A manager at its port that rents real workers from a cloud on this machine. */
final class LocalCloudStage implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long LOOK_MILLIS = 20;
  private static final long START_UP_MILLIS = 1_000;

  final CommandedCloud market = new CommandedCloud();
  final StringWriter log = new StringWriter();
  private final Path folder;
  private final Path cloud;
  private final int port;
  private final SqliteStore store;
  private final StoreView results;
  private final PoolEngine engine;
  private final Thread thread = new Thread(this::beTheCloud, "the cloud");
  private LocalSource source;
  private Manager manager;

  private static Offer offer(String name, Market market, long pricePerHourNanos) {
    var machine = new MachineSpec(name, "small", List.of(), 2, 8_000_000_000L, pricePerHourNanos);
    return new Offer(name, market, machine, 4, 4, 1, START_UP_MILLIS, Billing.BY_USE);
  }

  LocalCloudStage(Path folder) throws IOException {
    this.folder = folder;
    this.cloud = folder.resolve("cloud");
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    thread.start();
    await("the cloud is up", () -> Files.exists(cloud.resolve("socket")));
    Path settings = folder.resolve("manager.yaml");
    Files.writeString(
        settings, "port: {listen: '127.0.0.1:%d'}\ndir: state\nworkers: []\n".formatted(port));
    Path state = Files.createDirectory(folder.resolve("state"));
    this.store = SqliteStore.create(state.resolve("windhover.db"));
    store.put(
        RecordedPolicy.KEY,
        new RecordedPolicy("bag", new TreeMap<>(), Machines.COME_AND_GO).encode());
    this.results = SqliteStore.openForReading(state.resolve("windhover.db"));
    this.engine =
        new PoolEngine(
            ManagerConfig.read(settings),
            state,
            store,
            results,
            new ManagerLog(new PrintWriter(log), System::currentTimeMillis),
            Optional.of(renting -> source(renting, state)));
    engine.start();
  }

  private void beTheCloud() {
    List<String> worker =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            WorkerProgram.class.getName(),
            "--heartbeat",
            "1s");
    List<Offer> offers =
        List.of(
            offer("on-demand", Market.ON_DEMAND, 100_000_000),
            offer("spot", Market.SPOT, 30_000_000));
    try {
      LocalCloud.run(
          cloud,
          new CloudPlan(offers, market, 1, Level.BEST, worker, CloudPlan.IDLE_MILLIS),
          log::append);
    } catch (IOException | InterruptedException e) {
      log.append(e.toString());
    }
  }

  private SourceDesk source(Manager renting, Path state) {
    manager = renting;
    var identity = ManagerPort.identity(state, List.of("localhost"));
    var variables = new TreeMap<String, String>();
    variables.put("WINDHOVER_FINGERPRINT", identity.fingerprint());
    source =
        new LocalSource(
            new LocalSource.Settings(
                cloud,
                new LeaseKeys("", PoolKey.readOrMake(state)).mark(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                variables,
                List.of("false"),
                LocalSource.Settings.PATIENCE),
            renting::heard);
    return new SourceThread(source, renting::heard, System::currentTimeMillis);
  }

  /** Submits a job of one task. */
  void submit(String command) throws Exception {
    String job =
        "{\"name\": \"j\", \"deadline\": \"30m\", \"tasks\": [{\"name\": \"t\", \"runtime\":"
            + " \"5m\", \"command\": \"%s\"}]}".formatted(command);
    var spec =
        JobFileReader.read(
                "job.json", new ByteArrayInputStream(job.getBytes(StandardCharsets.UTF_8)), folder)
            .spec();
    manager.submit(spec, "alice@pool", "").get(1, TimeUnit.MINUTES);
  }

  /** Something about the only machine; the given value when there is none. */
  <T> T machine(Function<Machine, T> what, T otherwise) {
    try {
      return manager
          .look(pool -> manager.world().machines().stream().findFirst().map(what).orElse(otherwise))
          .get(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(log.toString(), e);
    }
  }

  /** Every process of the cloud's machines. */
  Set<ProcessHandle> processes() throws IOException {
    String id = HeldFolder.id(cloud).orElseThrow();
    return ProcessTable.find(Lineage.ofState(id), List.of(), found -> {});
  }

  void await(String what, BooleanSupplier condition) {
    try {
      for (long waited = 0; !condition.getAsBoolean(); waited += LOOK_MILLIS) {
        if (waited > PATIENCE_MILLIS) {
          throw new AssertionError("never: " + what + "; " + log);
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    engine.close();
    results.close();
    store.close();
    try {
      source.endCloud();
      thread.join(PATIENCE_MILLIS);
    } catch (SourceFailure | InterruptedException e) {
      throw new AssertionError(e);
    }
    source.close();
  }
}
