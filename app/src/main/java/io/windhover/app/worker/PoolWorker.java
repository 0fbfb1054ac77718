package io.windhover.app.worker;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.local.Interrupts;
import io.windhover.app.local.ThisMachine;
import io.windhover.app.settings.PoolClients;
import io.windhover.app.settings.WorkerConfig;
import io.windhover.app.state.PrivateFolder;
import io.windhover.core.words.Counted;
import io.windhover.store.StateFolder;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.client.ClientSettings;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.Reconnection;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.wire.xmpp.worker.StanzaWorkerLink;
import io.windhover.worker.AgentSettings;
import io.windhover.worker.AttemptsOnDisk;
import io.windhover.worker.Leftovers;
import io.windhover.worker.LocalWorker;
import io.windhover.worker.ProcessSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker from its start until a signal ends it. Whatever happens to server and manager, it goes
 * on with its tasks and comes back; only when it could never log in does it give up by itself.
 */
public final class PoolWorker {
  /** Orders for tasks of milliseconds, enough to be busy until the next come over the wire. */
  private static final int ORDERS_AHEAD_MIN = 12;

  private static final int ORDERS_AHEAD_PER_CORE = 4;
  private static final int ORDERS_AHEAD_MAX = 200;

  private final WorkerConfig config;
  private final Duration grace;
  private final boolean terminal;
  private final Consumer<String> ready;
  private final Notices notices;

  private final Addresses addresses;
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean wasWelcome = new AtomicBoolean();
  private final AtomicReference<@Nullable CommandFailure> failure = new AtomicReference<>();
  private volatile boolean hurried;
  private volatile @Nullable LocalWorker worker;

  /**
   * Makes a worker that does nothing yet.
   *
   * @param grace between asking a task to end and killing it
   * @param ready told once, when the manager has welcomed this worker
   * @param notices told, in a line each, what people should know
   */
  public PoolWorker(
      WorkerConfig config,
      Duration grace,
      boolean terminal,
      Consumer<String> ready,
      Consumer<String> notices) {
    this.config = config;
    this.grace = grace;
    this.terminal = terminal;
    this.ready = ready;
    this.notices = new Notices(notices);
    this.addresses = new Addresses(config.manager());
  }

  /**
   * Works until it is told to stop.
   *
   * @param commandLine named to others who want the same folder
   */
  public ExitCode run(String commandLine) {
    // Complains now about a file that is not there, not only when it is needed.
    password();
    PrivateFolder.make(config.dir());
    var interrupts = new Interrupts(this::interrupted);
    try (var folder = StateFolder.acquire(config.dir(), commandLine)) {
      endLeftovers(folder);
      return work(folder);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, config.dir() + ": " + e.getMessage(), e);
    } finally {
      interrupts.close();
    }
  }

  private ExitCode work(StateFolder folder) throws IOException {
    Jid account = Jid.of(config.user());
    Path state = folder.layout().folder();
    var disk =
        AttemptsOnDisk.open(
            state, account + "/" + config.name(), config.manager(), newSession(), notices::tell);
    WorkerProfile profile = profile(disk.session());
    var local =
        new LocalWorker(
            profile, agent(), ProcessSettings.ofPool(state, terminal), disk, notices::tell);
    worker = local;
    AtomicReference<@Nullable StanzaClient> client = new AtomicReference<>();
    var link =
        new StanzaWorkerLink(
            addresses,
            account,
            message -> received(message, local, profile),
            notices::tell,
            receiver -> {
              var made = PoolClients.ofWorker(config, ClientSettings.PATIENCE, receiver);
              client.set(made);
              return made;
            });
    local.connect(link);
    StanzaClient connecting = client.get();
    if (connecting != null) {
      connecting.stayConnected(Reconnection.usual(this::cannotConnect));
    }
    awaitEnd();
    boolean orderly = local.shutdown(grace);
    CommandFailure why = failure.get();
    if (why != null) {
      throw why;
    }
    return orderly && !hurried ? ExitCode.DONE : ExitCode.INTERRUPTED;
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void interrupted(int count) {
    end.countDown();
    LocalWorker local = worker;
    if (count == 1) {
      notices.tell("stopping: ending tasks and reporting them; again to stop at once");
    } else if (local != null) {
      hurried = true;
      local.shutdown(Duration.ZERO);
    }
  }

  private void received(ToWorker message, LocalWorker local, WorkerProfile profile) {
    if (message instanceof ToWorker.Welcome && wasWelcome.compareAndSet(false, true)) {
      ready.accept(
          "worker ready: %s of %s, %s, %,d MB, offers %s"
              .formatted(
                  profile.name(),
                  addresses.domain(),
                  Counted.of(profile.cores(), "core"),
                  profile.memoryBytes() / 1_000_000,
                  String.join(" ", profile.labels())));
    }
    local.receiver().received(message);
  }

  /**
   * A wrong password or a server that cannot show who it is, at the very first login, is a mistake
   * of whoever started this. All else passes: a server that starts, a connection that was cut.
   */
  private void cannotConnect(PoolFailure problem) {
    boolean mistake =
        problem.kind() == PoolFailure.Kind.WRONG_PASSWORD
            || problem.kind() == PoolFailure.Kind.NOT_TRUSTED;
    if (mistake && !wasWelcome.get()) {
      ExitCode code =
          problem.kind() == PoolFailure.Kind.WRONG_PASSWORD
              ? ExitCode.BAD_INPUT
              : ExitCode.UNAVAILABLE;
      failure.compareAndSet(null, new CommandFailure(code, problem.getMessage()));
      end.countDown();
    } else {
      notices.tell(problem.getMessage() + "; trying again");
    }
  }

  private void endLeftovers(StateFolder folder) throws IOException {
    Leftovers.Ended ended = Leftovers.end(folder.layout().folder(), grace);
    if (ended.ended() > 0) {
      notices.tell(
          "ended "
              + Counted.of(ended.ended(), "process", "processes")
              + " that an earlier worker left running");
    }
    if (ended.left() > 0) {
      notices.tell(
          Counted.of(ended.left(), "process", "processes")
              + " of an earlier worker could not be ended");
    }
  }

  private static String newSession() {
    return Long.toHexString(ProcessHandle.current().pid())
        + "-"
        + Long.toHexString(System.currentTimeMillis());
  }

  private WorkerProfile profile(String session) {
    List<String> offers = new ArrayList<>(config.offers());
    offers.addAll(ThisMachine.programs());
    return new WorkerProfile(
        config.name(),
        session,
        ThisMachine.labels(offers),
        config.cores(),
        config.memoryBytes(),
        Math.min(ORDERS_AHEAD_MAX, ORDERS_AHEAD_MIN + ORDERS_AHEAD_PER_CORE * config.cores()));
  }

  private AgentSettings agent() {
    AgentSettings usual = AgentSettings.POOL;
    return new AgentSettings(
        config.heartbeatMillis(),
        usual.joinMillisMin(),
        usual.joinMillisMax(),
        usual.reportMillisMin(),
        usual.reportMillisMax(),
        grace.toMillis(),
        usual.holdMillis(),
        usual.cleanupMillisMax(),
        usual.farewellMillis(),
        Math.max(usual.heldMax(), 2 * config.cores()),
        usual.rememberedMax());
  }

  private String password() {
    return new String(config.password().read());
  }

  /** One line each, the same one not twice in a row. */
  private static final class Notices {
    private final Consumer<String> people;
    private String last = "";

    Notices(Consumer<String> people) {
      this.people = people;
    }

    synchronized void tell(String line) {
      if (!line.equals(last)) {
        last = line;
        people.accept(line);
      }
    }
  }
}
