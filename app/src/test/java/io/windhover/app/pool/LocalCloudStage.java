package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.SourceDesk;
import io.windhover.capacity.SourceThread;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.host.HeldFolder;
import io.windhover.host.Lineage;
import io.windhover.host.ProcessTable;
import io.windhover.local.CloudPlan;
import io.windhover.local.Level;
import io.windhover.local.LocalCloud;
import io.windhover.local.LocalSource;
import io.windhover.manager.Manager;
import io.windhover.simulator.testkit.CommandedCloud;
import io.windhover.workerprogram.WorkerProgram;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A manager at its port that rents real workers from a cloud on this machine. */
final class LocalCloudStage implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long START_UP_MILLIS = 1_000;

  final CommandedCloud market = new CommandedCloud();
  final StringWriter log = new StringWriter();
  private final Path cloud;
  private final RentingPool renting;
  private final Thread thread = new Thread(this::beTheCloud, "the cloud");
  private LocalSource source;

  private static Offer offer(String name, Market market, long pricePerHourNanos) {
    var machine = new MachineSpec(name, "small", List.of(), 2, 8_000_000_000L, pricePerHourNanos);
    return new Offer(name, market, machine, 4, 4, 1, START_UP_MILLIS, Billing.BY_USE);
  }

  LocalCloudStage(Path folder) throws IOException {
    this(folder, "bag", Map.of());
  }

  LocalCloudStage(Path folder, String policy, Map<String, String> settings) throws IOException {
    this.cloud = folder.resolve("cloud");
    thread.start();
    await("the cloud is up", () -> Files.exists(cloud.resolve("socket")));
    this.renting = new RentingPool(folder, policy, settings, this::source);
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

  private SourceDesk source(RentingPool at, Manager manager) {
    var identity = ManagerPort.identity(at.state, List.of("localhost"));
    var variables = new TreeMap<String, String>();
    variables.put("WINDHOVER_FINGERPRINT", identity.fingerprint());
    source =
        new LocalSource(
            new LocalSource.Settings(
                cloud,
                new LeaseKeys("", PoolKey.readOrMake(at.state)).mark(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), at.port),
                variables,
                List.of("false"),
                LocalSource.Settings.PATIENCE),
            manager::heard);
    return new SourceThread(source, manager::heard, System::currentTimeMillis);
  }

  /** Submits a job of one task, once it is known what can be rented: bag does not wait for that. */
  void submit(String command) throws Exception {
    submit("30m", "5m", command);
  }

  void submit(String deadline, String runtime, String command) throws Exception {
    await("there are offers", () -> look(world -> !world.offers().isEmpty()));
    renting.submit(deadline, runtime, command);
  }

  <T> T look(Function<World, T> what) {
    Manager manager = renting.manager();
    try {
      return manager.look(pool -> what.apply(manager.world())).get(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(said(), e);
    }
  }

  /** Something about the only machine; the given value when there is none. */
  <T> T machine(Function<Machine, T> what, T otherwise) {
    return look(world -> world.machines().stream().findFirst().map(what).orElse(otherwise));
  }

  /** Every process of the cloud's machines. */
  Set<ProcessHandle> processes() throws IOException {
    String id = HeldFolder.id(cloud).orElseThrow();
    return ProcessTable.find(Lineage.ofState(id), List.of(), found -> {});
  }

  void await(String what, BooleanSupplier condition) {
    RentingPool.await(what, condition, this::said);
  }

  private String said() {
    return log + (renting == null ? "" : renting.log.toString());
  }

  @Override
  public void close() {
    renting.close();
    try {
      source.endCloud();
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    source.close();
  }
}
