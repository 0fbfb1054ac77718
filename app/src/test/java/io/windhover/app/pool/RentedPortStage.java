package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.app.port.TokenBook;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.http.tls.IdentityFiles;
import io.windhover.manager.Manager;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.store.SqliteStore;
import io.windhover.store.StoreView;
import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaStream;
import io.windhover.workerprogram.WorkerProgram;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A manager at its port that rents from a source which only notes what it is asked for: a machine
 * is a process that the test starts.
 */
final class RentedPortStage implements AutoCloseable {
  private static final Offer OFFER =
      new Offer("small", new MachineSpec("small", "small", List.of(), 2, 8_000_000_000L, 10), 1);
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long LOOK_MILLIS = 20;

  final LinkedBlockingQueue<LeaseOrder> asked = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<String> released = new LinkedBlockingQueue<>();
  final StringWriter log = new StringWriter();
  private final Path folder;
  private final int port;
  private final SqliteStore store;
  private final StoreView results;
  private final PoolEngine engine;
  private final List<Process> processes = new ArrayList<>();
  private Manager manager;

  RentedPortStage(Path folder) throws IOException {
    this.folder = folder;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    Path settings = folder.resolve("manager.yaml");
    Files.writeString(
        settings,
        "port: {listen: '127.0.0.1:%d'}\ndir: state\nusers: ['*@leases']\nworkers: ['*@pool']\n"
            .formatted(port));
    Path state = Files.createDirectory(folder.resolve("state"));
    this.store = SqliteStore.create(state.resolve("windhover.db"));
    store.put(
        RecordedPolicy.KEY,
        new RecordedPolicy("workflow", new TreeMap<>(), Machines.COME_AND_GO).encode());
    this.results = SqliteStore.openForReading(state.resolve("windhover.db"));
    this.engine =
        new PoolEngine(
            ManagerConfig.read(settings),
            state,
            store,
            results,
            new ManagerLog(new PrintWriter(log), System::currentTimeMillis),
            Optional.of(this::source));
    engine.start();
  }

  private SourceDesk source(Manager renting) {
    manager = renting;
    return new SourceDesk() {
      @Override
      public void ask(LeaseOrder order) {
        asked.add(order);
      }

      @Override
      public void release(String lease) {
        released.add(lease);
      }

      @Override
      public void survey(long atMillis) {}

      @Override
      public void offers() {
        renting.heard(new SourceAnswer.Offered(List.of(OFFER)));
      }
    };
  }

  /** Submits a job of one task that takes about so long, and answers what is asked for it. */
  LeaseOrder rentFor(String command) throws Exception {
    String job =
        "{\"name\": \"j\", \"deadline\": \"30m\", \"tasks\": [{\"name\": \"t\", \"runtime\":"
            + " \"5s\", \"command\": \"%s\"}]}".formatted(command);
    var spec =
        JobFileReader.read(
                "job.json", new ByteArrayInputStream(job.getBytes(StandardCharsets.UTF_8)), folder)
            .spec();
    manager.submit(spec, "alice@pool", "").get(1, TimeUnit.MINUTES);
    LeaseOrder order = asked.poll(1, TimeUnit.MINUTES);
    if (order == null) {
      throw new AssertionError("nothing is rented: " + log);
    }
    return order;
  }

  byte[] poolKey() {
    return PoolKey.readOrMake(folder.resolve("state"));
  }

  /** The source says that the lease is over. */
  void end(LeaseOrder order) {
    long now = System.currentTimeMillis();
    manager.heard(
        new SourceAnswer.Seen(
            new Sighting(
                order.lease(),
                Sighting.State.ENDED,
                now - 1_000,
                now,
                0,
                Long.MAX_VALUE,
                Coming.ENDED,
                "",
                0)));
  }

  MachineView.State state(LeaseOrder order) throws Exception {
    return manager
        .look(pool -> manager.world().machine(order.machine()).orElseThrow().state())
        .get(1, TimeUnit.MINUTES);
  }

  /** Whether the lease's machine is still counted on. */
  boolean isCounted(LeaseOrder order) throws Exception {
    return manager
        .look(pool -> manager.world().machine(order.machine()).isPresent())
        .get(1, TimeUnit.MINUTES);
  }

  String token(String account) {
    return new TokenBook(folder.resolve("state")).make(account, Instant.now()).token();
  }

  /** Comes to the port. */
  StanzaStream dial(String authorization, Consumer<Stanza> hears)
      throws PoolFailure, InterruptedException {
    return new PortDialer(
            new PortDialer.Settings(
                URI.create("https://127.0.0.1:" + port),
                "vm7",
                () -> authorization,
                new PortTrust.Pinned(fingerprint()),
                Duration.ofSeconds(20)))
        .dial(hears);
  }

  StanzaStream dial(LeaseOrder as, String secret, Consumer<Stanza> hears)
      throws PoolFailure, InterruptedException {
    return dial(PortProtocol.authorization(as.lease(), secret), hears);
  }

  private String fingerprint() {
    Path state = folder.resolve("state");
    return new IdentityFiles(ManagerPort.certificate(state), state.resolve("port-key.pem"))
        .read()
        .fingerprint();
  }

  /** The program of a worker on the machine of a lease, in a folder of its own. */
  Process startWorker(LeaseOrder order, String secret) throws IOException {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProgram.class.getName(),
                "--join",
                "https://127.0.0.1:" + port,
                "--heartbeat",
                "1s",
                "--dir",
                "machine")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("machine.out").toFile()));
    builder.environment().put("WINDHOVER_FINGERPRINT", fingerprint());
    builder.environment().put("WINDHOVER_LEASE", order.lease());
    builder.environment().put("WINDHOVER_JOIN_SECRET", secret);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  String workerSaid() throws IOException {
    return Files.readString(folder.resolve("machine.out"));
  }

  void await(String what, BooleanSupplier condition) throws Exception {
    for (long waited = 0; !condition.getAsBoolean(); waited += LOOK_MILLIS) {
      if (waited > PATIENCE_MILLIS) {
        throw new AssertionError("never: " + what + "; " + workerSaid() + log);
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    engine.close();
    results.close();
    store.close();
  }
}
