package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.app.port.TokenBook;
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
import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaStream;
import io.windhover.workerprogram.WorkerProgram;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

  final LinkedBlockingQueue<LeaseOrder> asked = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<String> released = new LinkedBlockingQueue<>();
  final StringWriter log;
  private final Path folder;
  private final RentingPool renting;
  private final List<Process> processes = new ArrayList<>();

  RentedPortStage(Path folder) throws IOException {
    this.folder = folder;
    this.renting = new RentingPool(folder, "workflow", (made, manager) -> source(manager));
    this.log = renting.log;
  }

  private SourceDesk source(Manager manager) {
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
        manager.heard(new SourceAnswer.Offered(List.of(OFFER)));
      }
    };
  }

  /** Submits a job of one task that takes about so long, and answers what is asked for it. */
  LeaseOrder rentFor(String command) throws Exception {
    renting.submit("5s", command);
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
    renting
        .manager()
        .heard(
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
    return renting
        .manager()
        .look(pool -> renting.manager().world().machine(order.machine()).orElseThrow().state())
        .get(1, TimeUnit.MINUTES);
  }

  /** Whether the lease's machine is still counted on. */
  boolean isCounted(LeaseOrder order) throws Exception {
    return renting
        .manager()
        .look(pool -> renting.manager().world().machine(order.machine()).isPresent())
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
                URI.create("https://127.0.0.1:" + renting.port),
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
                "https://127.0.0.1:" + renting.port,
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

  void await(String what, BooleanSupplier condition) {
    RentingPool.await(
        what,
        condition,
        () -> {
          try {
            return workerSaid() + log;
          } catch (IOException e) {
            return log.toString();
          }
        });
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    renting.close();
  }
}
