package io.windhover.worker.pool;

import io.windhover.host.FolderFailure;
import io.windhover.host.HeldFolder;
import io.windhover.host.Interrupts;
import io.windhover.host.ScaledClock;
import io.windhover.host.ThisMachine;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.StanzaLink;
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
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A worker from its start until a signal ends it. Whatever happens to server and manager, it goes
 * on with its tasks and comes back; only when it could never log in does it give up by itself, and
 * on a rented machine when its manager was silent for too long.
 */
public final class PoolWorker {
  /** How a worker ended that did not fail. */
  public enum End {
    /** It was told to stop, ended its tasks and reported them. */
    IN_ORDER,
    /** It was told to stop at once, or could not report all. */
    AT_ONCE
  }

  /** Orders for tasks of milliseconds, enough to be busy until the next come over the wire. */
  private static final int ORDERS_AHEAD_MIN = 12;

  private static final int ORDERS_AHEAD_PER_CORE = 4;
  private static final int ORDERS_AHEAD_MAX = 200;

  /** Between two looks at the number of cores. */
  private static final long LOOK_MILLIS = 1_000;

  private static final long LOOK_MILLIS_MIN = 20;

  private static final Duration DISPLACED_AGAIN = Duration.ofMinutes(1);

  private final PoolWorkerSettings settings;
  private final Optional<LeaseProof> rented;
  private final Function<StanzaLink.Receiver, StanzaClient> way;
  private final Consumer<String> ready;
  private final Notices notices;

  private final Addresses addresses;
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean wasWelcome = new AtomicBoolean();
  private final AtomicReference<@Nullable WorkerFailure> failure = new AtomicReference<>();
  private long displacedNanos = System.nanoTime();
  private volatile boolean told;
  private volatile boolean hurried;
  private volatile @Nullable LocalWorker worker;
  private @Nullable CoreCount size;
  private boolean oldestEnds;
  private ScaledClock clock = ScaledClock.REAL;
  private @Nullable NoticeWatch announcements;

  /**
   * Makes a worker that does nothing yet.
   *
   * @param rented by what a rented machine proves itself; empty for one that came by itself
   * @param way makes its client, which is not connected yet
   * @param ready told once, when the manager has welcomed this worker
   * @param notices told, in a line each, what people should know
   */
  public PoolWorker(
      PoolWorkerSettings settings,
      Optional<LeaseProof> rented,
      Function<StanzaLink.Receiver, StanzaClient> way,
      Consumer<String> ready,
      Consumer<String> notices) {
    this.settings = settings;
    this.rented = rented;
    this.way = way;
    this.ready = ready;
    this.notices = new Notices(notices);
    this.addresses = new Addresses(settings.manager());
  }

  /** Follows the number of cores, once it runs; before, it has what it was told. */
  public void follow(CoreCount cores) {
    size = cores;
  }

  /** On a shrink the oldest tasks end first, not the newest. */
  public void endOldestFirst() {
    oldestEnds = true;
  }

  /**
   * Goes by this clock, as its manager does: grace, patience and what orders say about time are
   * counted by it. Commands run in real time.
   */
  public void goBy(ScaledClock scaled) {
    clock = scaled;
  }

  /** Saves what runs when this says that the machine will be taken. */
  public void heed(NoticeWatch watch) {
    announcements = watch;
  }

  /**
   * Works until it is told to stop.
   *
   * @param commandLine named to others who want the same folder
   * @throws WorkerFailure when it cannot begin or go on
   */
  public End run(String commandLine) {
    var interrupts = new Interrupts(this::interrupted);
    try (var folder = HeldFolder.acquire(settings.dir(), commandLine)) {
      endLeftovers(folder.folder());
      return work(folder.folder());
    } catch (FolderFailure e) {
      throw WorkerFailure.of(e);
    } catch (IOException e) {
      throw new WorkerFailure(WorkerFailure.Kind.DISK, settings.dir() + ": " + e.getMessage(), e);
    } finally {
      interrupts.close();
    }
  }

  private End work(Path state) throws IOException {
    String session = newSession();
    if (rented.isPresent()) {
      rented.get().open(state);
      session = rented.get().sessionOr(session);
    }
    var disk =
        AttemptsOnDisk.open(
            state,
            settings.account() + "/" + settings.name(),
            settings.manager(),
            session,
            notices::tell);
    WorkerProfile profile = profile(disk.session());
    var local =
        new LocalWorker(
            profile,
            agent(),
            ProcessSettings.ofPool(state, settings.terminal(), settings.stores()),
            disk,
            notices::tell);
    worker = local;
    local.whenLeft(end::countDown);
    connect(local, profile);
    if (size != null) {
      new CoresWatch(size, Math.max(LOOK_MILLIS_MIN, clock.realSpan(LOOK_MILLIS)))
          .follow(
              settings.cores(),
              cores -> local.resize(cores, settings.memoryBytes()),
              notices::tell);
    }
    if (announcements != null) {
      announcements.follow(local::notice);
    }
    awaitEnd();
    boolean orderly = local.shutdown(Duration.ofMillis(graceMillis()));
    WorkerFailure why = failure.get();
    if (why != null) {
      throw why;
    }
    if (!told) {
      throw new WorkerFailure(
          WorkerFailure.Kind.UNAVAILABLE,
          "nothing was heard of the manager for too long; this rented machine leaves for good");
    }
    return orderly && !hurried ? End.IN_ORDER : End.AT_ONCE;
  }

  private void connect(LocalWorker local, WorkerProfile profile) {
    AtomicReference<@Nullable StanzaClient> client = new AtomicReference<>();
    var link =
        new StanzaWorkerLink(
            addresses,
            settings.account(),
            message -> received(message, local, profile),
            notices::tell,
            receiver -> {
              StanzaClient made = way.apply(receiver);
              client.set(made);
              return made;
            });
    local.connect(clock.isReal() ? link : new ManagersTime(clock).through(link));
    StanzaClient connecting = client.get();
    if (connecting != null) {
      connecting.stayConnected(Reconnection.usual(this::cannotConnect));
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      told = true;
      Thread.currentThread().interrupt();
    }
  }

  private void interrupted(int count) {
    told = true;
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
    if (message instanceof ToWorker.Welcome welcome) {
      rented.ifPresent(proof -> exchanged(proof, profile.session(), welcome.sessionKey()));
      if (wasWelcome.compareAndSet(false, true)) {
        ready.accept(
            "worker ready: %s of %s, %s, %,d MB, offers %s"
                .formatted(
                    profile.name(),
                    addresses.domain(),
                    counted(profile.cores(), "core", "cores"),
                    profile.memoryBytes() / 1_000_000,
                    String.join(" ", profile.labels())));
      }
    }
    local.receiver().received(new ManagersTime(clock).heard(message));
  }

  private void exchanged(LeaseProof proof, String session, String key) {
    try {
      proof.exchanged(session, key);
    } catch (IOException e) {
      notices.tell(
          "cannot keep the session key of this machine: %s; if this worker is killed, it cannot"
                  .formatted(e)
              + " come back");
    }
  }

  /**
   * A wrong secret or a server that cannot show who it is, at the very first login, is a mistake of
   * whoever started this. All else passes: a server that starts, a connection that was cut.
   */
  private void cannotConnect(PoolFailure problem) {
    if (problem.kind() == PoolFailure.Kind.DISPLACED) {
      displaced();
      return;
    }
    boolean mistake =
        problem.kind() == PoolFailure.Kind.WRONG_PASSWORD
            || problem.kind() == PoolFailure.Kind.NOT_TRUSTED;
    if (mistake && !wasWelcome.get()) {
      WorkerFailure.Kind kind =
          problem.kind() == PoolFailure.Kind.WRONG_PASSWORD
              ? WorkerFailure.Kind.BAD_INPUT
              : WorkerFailure.Kind.UNAVAILABLE;
      failure.compareAndSet(null, new WorkerFailure(kind, String.valueOf(problem.getMessage())));
      end.countDown();
    } else {
      notices.tell(problem.getMessage() + "; trying again");
    }
  }

  /**
   * Another worker goes by our name, and both would throw each other out for ever, each time with
   * the loss of all tasks. The one that came last leaves: it is thrown out soon after its start, by
   * the other, which dials again once. Whoever is thrown out twice within that time leaves too.
   */
  private void displaced() {
    long nowNanos = System.nanoTime();
    if (nowNanos - displacedNanos > DISPLACED_AGAIN.toNanos()) {
      displacedNanos = nowNanos;
      notices.tell("another worker has joined under the name %s".formatted(settings.name()));
      return;
    }
    failure.compareAndSet(
        null,
        new WorkerFailure(
            WorkerFailure.Kind.UNAVAILABLE,
            "another worker of the same account goes by the name %s; give one of them another name"
                    .formatted(settings.name())
                + " (--name)"));
    end.countDown();
  }

  private void endLeftovers(Path state) throws IOException {
    Leftovers.Ended ended = Leftovers.end(state, settings.grace());
    if (ended.ended() > 0) {
      notices.tell(
          "ended "
              + counted(ended.ended(), "process", "processes")
              + " that an earlier worker left running");
    }
    if (ended.left() > 0) {
      notices.tell(
          counted(ended.left(), "process", "processes")
              + " of an earlier worker could not be ended");
    }
  }

  private static String counted(int number, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
  }

  private static String newSession() {
    return Long.toHexString(ProcessHandle.current().pid())
        + "-"
        + Long.toHexString(System.currentTimeMillis());
  }

  private WorkerProfile profile(String session) {
    List<String> offers = new ArrayList<>(settings.offers());
    offers.addAll(ThisMachine.programs());
    int cores = settings.cores();
    var profile =
        new WorkerProfile(
            settings.name(),
            session,
            ThisMachine.labels(offers),
            cores,
            settings.memoryBytes(),
            Math.min(ORDERS_AHEAD_MAX, ORDERS_AHEAD_MIN + ORDERS_AHEAD_PER_CORE * cores));
    return rented.map(proof -> profile.leased(proof.lease(), proof.secret())).orElse(profile);
  }

  private AgentSettings agent() {
    AgentSettings usual = AgentSettings.POOL;
    return new AgentSettings(
        settings.heartbeatMillis(),
        usual.joinMillisMin(),
        usual.joinMillisMax(),
        usual.reportMillisMin(),
        usual.reportMillisMax(),
        graceMillis(),
        usual.holdMillis(),
        usual.cleanupMillisMax(),
        usual.farewellMillis(),
        Math.max(usual.heldMax(), 2 * settings.cores()),
        usual.rememberedMax(),
        clock.realSpan(settings.patienceMillis()),
        oldestEnds);
  }

  private long graceMillis() {
    return clock.realSpan(settings.grace().toMillis());
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
