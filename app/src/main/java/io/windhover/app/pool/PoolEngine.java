package io.windhover.app.pool;

import io.windhover.app.checkpoint.CheckpointStore;
import io.windhover.app.port.ManagerPort;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.settings.PortConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.event.Event;
import io.windhover.core.model.Offer;
import io.windhover.core.step.Scheduler;
import io.windhover.core.words.Counted;
import io.windhover.manager.LeaseDoor;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Recovery;
import io.windhover.manager.SteadyClock;
import io.windhover.store.Store;
import io.windhover.store.Store.Durability;
import io.windhover.store.StoreView;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.StanzaSwitch;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.pool.PoolSettings;
import io.windhover.wire.xmpp.pool.StanzaManagerLink;
import io.windhover.workload.scenario.StorePlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Manager, wire and desk of a pool, put together and taken apart again in order. */
final class PoolEngine implements AutoCloseable {
  private static final long LONGEST_WAIT_MILLIS = 50;
  private static final long TICK_MILLIS = 1_000;
  private static final long OFFERS_SECONDS = 10;

  private final ManagerLog log;
  private final SteadyClock steady = SteadyClock.start();
  private final Optional<PoolCloud> cloud;
  private final Manager manager;
  private final ManagerLoop loop;
  private final Optional<XmppWay> xmpp;
  private final Optional<ManagerPort> port;
  private final StanzaLink wire;
  private final StanzaManagerLink link;
  private final PoolDesk desk;
  private final String where;
  private final ExecutorService deskThread;
  private final TickThread timer;
  private final String remembered;
  private final Optional<CheckpointStore> checkpoints;
  private boolean started;
  private volatile boolean closing;

  /**
   * Puts together what is not started yet.
   *
   * @param cloud where the manager rents machines; empty when it rents none
   */
  PoolEngine(
      ManagerConfig config,
      Path folder,
      Store store,
      StoreView results,
      ManagerLog log,
      Optional<PoolCloud> cloud) {
    this.cloud = cloud;
    this.log = log;
    RecordedPolicy policy = RecordedPolicy.of(store);
    Scheduler scheduler = Recovery.load(store, policy.make());
    this.remembered =
        "%s, %s remembered"
            .formatted(
                Counted.of(scheduler.world().jobs().size(), "job"),
                Counted.of(scheduler.world().machines().size(), "worker"));
    var turns = new TurnLog(log, scheduler.world(), this::ownerOf, this::progressOf);
    this.manager = new Manager(scheduler, store, settings(config), turns);
    manager.onTrouble(turns::sourceFailed);
    this.checkpoints = config.store().or(() -> cloud.flatMap(PoolCloud::store)).map(this::store);
    this.loop = new ManagerLoop(manager, this::nowMillis, speed(), LONGEST_WAIT_MILLIS);
    loop.timed(turns::took);
    Optional<LeaseDoor> leases = cloud.map(rents -> rents.rentFor(manager, folder, store));
    this.port = config.port().map(own -> port(own, folder, config.domain(), leases));
    this.xmpp =
        config
            .xmpp()
            .map(
                server ->
                    new XmppWay(
                        server, config.domain(), config.settlingMillis(), steady, heardOnXmpp()));
    this.wire = wire();
    this.where = where(config);
    this.deskThread =
        Executors.newSingleThreadExecutor(task -> daemon(task, "desk")); // bounded by the desk
    this.desk =
        new PoolDesk(
            new PoolDesk.Settings(
                config.domain(),
                Rights.of(config.accounts()),
                DeskLimits.USUAL,
                policy::make,
                this::market),
            manager,
            results,
            this::sendFromDesk,
            deskThread,
            this::nowMillis);
    this.link =
        new StanzaManagerLink(
            PoolSettings.of(config.domain(), who -> mayWork(config, who))
                .withOffers(new OfferCheck(config.accounts(), log))
                .withLeases(this::mayHaveLease),
            wire,
            manager,
            desk);
    this.timer = new TickThread("desk-timer", line -> log.warn("failures", line));
  }

  /** Leases are money: what was rented is to be known after a power cut, too. */
  private ManagerSettings settings(ManagerConfig config) {
    ManagerSettings usual = ManagerSettings.POOL;
    Durability durability = cloud.isPresent() ? Durability.POWER_LOSS : config.durability();
    return usual
        .with(config.silenceMillis(), durability)
        .keeping(config.keeping(), usual.snapshotSteps())
        .paced(speed());
  }

  private double speed() {
    return cloud.map(PoolCloud::speed).orElse(1.0);
  }

  private long nowMillis() {
    return cloud.map(PoolCloud::nowMillis).orElseGet(steady::getAsLong);
  }

  /** What can be rented now, as a policy hears of it; nothing where nothing is. */
  private List<Event> market() {
    List<Offer> offers = cloud.map(PoolCloud::offers).orElse(List.of());
    return offers.isEmpty()
        ? List.of()
        : List.of(
            new Event.OffersChanged(offers), new Event.LimitsChanged(cloud.orElseThrow().limits()));
  }

  private CheckpointStore store(StorePlace place) {
    return CheckpointStore.of(place, manager, line -> log.warn("store", line));
  }

  private ManagerPort port(PortConfig own, Path folder, String domain, Optional<LeaseDoor> leases) {
    return new ManagerPort(own, folder, domain, leases, log::warn);
  }

  private static String where(ManagerConfig config) {
    return Stream.concat(
            config.xmpp().map(server -> server.server().toString()).stream(),
            config.port().map(own -> "https://" + own.listen()).stream())
        .collect(Collectors.joining(" and "));
  }

  /** All ways by which somebody can be reached, as one. */
  private StanzaLink wire() {
    if (port.isPresent() && xmpp.isPresent()) {
      return new StanzaSwitch(port.get().stanzas(), xmpp.get());
    }
    return port.isPresent() ? port.get().stanzas() : xmpp.orElseThrow();
  }

  private static Thread daemon(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private String ownerOf(int job) {
    return manager.ownerOf(job);
  }

  private JobProgress progressOf(int job) {
    return manager.progressOf(job);
  }

  /** The machines of leases are let in by their secrets; all others by their accounts. */
  private boolean mayWork(ManagerConfig config, Jid who) {
    boolean may = PortProtocol.isMachine(who) || config.accounts().mayWork(who.toString());
    if (!may) {
      log.warn("strangers refused", "refused worker %s: no pattern of workers fits".formatted(who));
    }
    return may;
  }

  /**
   * At the port, a machine of a lease is that machine and nobody else is one. Over XMPP a worker
   * says its lease from an account of its own, and is believed by its proof alone.
   */
  private boolean mayHaveLease(Jid who, String lease) {
    if (PortProtocol.isMachine(who)) {
      return lease.equals(who.local());
    }
    return lease.isEmpty() || port.filter(own -> own.stanzas().isHere(who)).isEmpty();
  }

  /** What the desk refuses is worth a line; what it answers is not. */
  private void sendFromDesk(Stanza stanza) {
    if (stanza.type().equals("error") && stanza.to() != null) {
      log.refused(stanza.to(), stanza.errorText());
    }
    wire.send(stanza);
  }

  /** One at a time, whichever way it came. */
  private synchronized void received(Stanza stanza) {
    link.received(stanza);
  }

  private synchronized void tooLarge(Stanza head) {
    link.tooLarge(head);
  }

  private synchronized void connected() {
    link.connected();
    manager.rollCall();
  }

  /** The link, for those at the port; it is there as long as the manager is. */
  private StanzaLink.Receiver heardAtPort() {
    return new StanzaLink.Receiver() {
      @Override
      public void received(Stanza stanza) {
        PoolEngine.this.received(stanza);
      }

      @Override
      public void tooLarge(Stanza head) {
        PoolEngine.this.tooLarge(head);
      }

      @Override
      public void connected() {
        if (xmpp.isEmpty()) {
          PoolEngine.this.connected();
        }
      }

      @Override
      public void disconnected(String why) {}
    };
  }

  /** The link, and what else is to be done when the stream comes and goes. */
  private StanzaLink.Receiver heardOnXmpp() {
    return new StanzaLink.Receiver() {
      private String lastComplaint = "";

      @Override
      public void received(Stanza stanza) {
        Jid from = stanza.from();
        // Who is at the port is who has the token or the lease, whatever a server says.
        boolean elsewhere =
            from != null
                && (PortProtocol.isMachine(from)
                    || port.filter(own -> own.stanzas().isHere(from)).isPresent());
        if (!elsewhere) {
          PoolEngine.this.received(stanza);
        }
      }

      @Override
      public void tooLarge(Stanza head) {
        PoolEngine.this.tooLarge(head);
      }

      @Override
      public void connected() {
        if (!lastComplaint.isEmpty()) {
          log.info("connections", "connected to the XMPP server");
          lastComplaint = "";
        }
        PoolEngine.this.connected();
      }

      @Override
      public void disconnected(String why) {
        link.disconnected(why);
        if (!closing && !why.equals(lastComplaint)) {
          log.warn(
              "broken connections", "no connection to the XMPP server: " + why + "; trying again");
          lastComplaint = why;
        }
      }
    };
  }

  /** What an earlier life has left, in words. */
  String remembered() {
    return remembered;
  }

  /** Where it can be found, in words. */
  String where() {
    return where + port.map(own -> ", certificate " + own.fingerprint()).orElse("");
  }

  /** Completed when this manager takes jobs: it is connected, and the only one on its domain. */
  CompletableFuture<Void> ready() {
    CompletableFuture<Void> settled =
        xmpp.map(XmppWay::settled).orElseGet(() -> CompletableFuture.completedFuture(null));
    return cloud
        .map(rents -> CompletableFuture.allOf(settled, soon(rents.offered())))
        .orElse(settled);
  }

  /** A cloud that does not answer keeps nobody from submitting; what is submitted waits for it. */
  private static CompletableFuture<Void> soon(CompletableFuture<Void> offered) {
    return offered.copy().completeOnTimeout(null, OFFERS_SECONDS, TimeUnit.SECONDS);
  }

  /** Completed with why the server does not let us in, if it says so at the first contact. */
  CompletableFuture<Throwable> refused() {
    return xmpp.map(XmppWay::refused).orElseGet(CompletableFuture::new);
  }

  CompletableFuture<Void> failure() {
    return loop.failure();
  }

  CompletableFuture<String> givesWay() {
    return xmpp.map(XmppWay::givesWay).orElseGet(CompletableFuture::new);
  }

  void start() {
    cloud.ifPresent(rents -> rents.open(port.orElseThrow()));
    started = true;
    manager.start(link, nowMillis());
    cloud.ifPresent(this::limit);
    loop.start();
    xmpp.ifPresent(
        way -> {
          way.start();
          timer.every(DomainClaim.TICK_MILLIS, way::tick);
        });
    port.ifPresent(
        own -> {
          own.stanzas().open(heardAtPort());
          own.open();
          timer.every(TICK_MILLIS, own::tick);
        });
    timer.every(TICK_MILLIS, desk::tick);
    timer.every(TICK_MILLIS, log::tick);
  }

  private void limit(PoolCloud rents) {
    var unused = manager.limit(rents.limits());
  }

  /** In a hurry {@link #close} waits for no machine. */
  void hurry() {
    cloud.ifPresent(PoolCloud::hurry);
  }

  /** Leaves the cloud, hears nothing more, records what was heard, writes a snapshot. */
  @Override
  public void close() {
    closing = true;
    if (started) {
      cloud.ifPresent(rents -> rents.leave(manager, loop, line -> log.info("leaving", line)));
    }
    timer.close();
    xmpp.ifPresent(XmppWay::close);
    port.ifPresent(ManagerPort::close);
    link.close();
    loop.close();
    checkpoints.ifPresent(CheckpointStore::close);
    cloud.ifPresent(PoolCloud::close);
    deskThread.shutdownNow();
  }
}
