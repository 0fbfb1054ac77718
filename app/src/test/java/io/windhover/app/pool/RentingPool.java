package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.manager.LeaseDoor;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.scenario.StorePlace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A manager at its port, in a folder of a test's own, that rents from a source. */
final class RentingPool implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long LOOK_MILLIS = 20;

  final StringWriter log = new StringWriter();
  final Path state;
  final int port;
  private final Path folder;
  private final SqliteStore store;
  private final StoreView results;
  private final PoolEngine engine;
  private Manager manager;

  /**
   * Starts it.
   *
   * @param source makes the source's desk; this has a port and a state folder by then
   */
  RentingPool(Path folder, String policy, BiFunction<RentingPool, Manager, SourceDesk> source)
      throws IOException {
    this(folder, policy, Map.of(), source);
  }

  RentingPool(
      Path folder,
      String policy,
      Map<String, String> settingsOfPolicy,
      BiFunction<RentingPool, Manager, SourceDesk> source)
      throws IOException {
    this.folder = folder;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    Path settings = folder.resolve("manager.yaml");
    Files.writeString(
        settings,
        "port: {listen: '127.0.0.1:%d'}\ndir: state\nusers: ['*@leases']\nworkers: ['*@pool']\n"
            .formatted(port));
    this.state = Files.createDirectory(folder.resolve("state"));
    this.store = SqliteStore.create(state.resolve("windhover.db"));
    store.put(
        RecordedPolicy.KEY,
        new RecordedPolicy(policy, new TreeMap<>(settingsOfPolicy), Machines.COME_AND_GO).encode());
    this.results = SqliteStore.openForReading(state.resolve("windhover.db"));
    this.engine =
        new PoolEngine(
            ManagerConfig.read(settings),
            state,
            store,
            results,
            new ManagerLog(new PrintWriter(log), System::currentTimeMillis),
            Optional.of(new GivenDesk(source)));
    engine.start();
  }

  /** A cloud that is what the test's own desk makes of it. */
  private final class GivenDesk implements PoolCloud {
    private final BiFunction<RentingPool, Manager, SourceDesk> source;

    GivenDesk(BiFunction<RentingPool, Manager, SourceDesk> source) {
      this.source = source;
    }

    @Override
    public LeaseDoor rentFor(Manager renting, Path at, Store store) {
      manager = renting;
      return renting.rentFrom(source.apply(RentingPool.this, renting), PoolKey.readOrMake(at));
    }

    @Override
    public void open(ManagerPort managerPort) {}

    @Override
    public double speed() {
      return 1;
    }

    @Override
    public Optional<StorePlace> store() {
      return Optional.empty();
    }

    @Override
    public long nowMillis() {
      return System.currentTimeMillis();
    }

    @Override
    public Limits limits() {
      return Limits.NONE;
    }

    @Override
    public List<Offer> offers() {
      return List.of();
    }

    @Override
    public CompletableFuture<Void> offered() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void leave(Manager renting, ManagerLoop loop, Consumer<String> notice) {}

    @Override
    public void hurry() {}

    @Override
    public void close() {}
  }

  Manager manager() {
    return manager;
  }

  /** Submits a job of one task that takes about so long. */
  void submit(String runtime, String command) throws Exception {
    submit("30m", runtime, command);
  }

  void submit(String deadline, String runtime, String command) throws Exception {
    String job =
        "{\"name\": \"j\", \"deadline\": \"%s\", \"tasks\": [{\"name\": \"t\", \"runtime\":"
                .formatted(deadline)
            + " \"%s\", \"command\": \"%s\"}]}".formatted(runtime, command);
    JobSpec spec =
        JobFileReader.read(
                "job.json", new ByteArrayInputStream(job.getBytes(StandardCharsets.UTF_8)), folder)
            .spec();
    manager.submit(spec, "alice@pool", "").get(1, TimeUnit.MINUTES);
  }

  /** Waits until this holds; the details are for whoever reads that it never did. */
  static void await(String what, BooleanSupplier condition, Supplier<String> details) {
    try {
      for (long waited = 0; !condition.getAsBoolean(); waited += LOOK_MILLIS) {
        if (waited > PATIENCE_MILLIS) {
          throw new AssertionError("never: " + what + "; " + details.get());
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
  }
}
