package io.windhover.app.pool;

import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.words.Counted;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Recovery;
import io.windhover.manager.SteadyClock;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.component.ComponentSettings;
import io.windhover.wire.xmpp.component.ComponentStream;
import io.windhover.wire.xmpp.component.PoolSettings;
import io.windhover.wire.xmpp.component.XmppManagerLink;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Manager, wire and desk of a pool, put together and taken apart again in order. */
final class PoolEngine implements AutoCloseable {
  private static final long LONGEST_WAIT_MILLIS = 50;
  private static final long TICK_MILLIS = 1_000;
  private static final int PAUSE_MILLIS_MIN = 200;

  private final ManagerLog log;
  private final SteadyClock clock = SteadyClock.start();
  private final Manager manager;
  private final ManagerLoop loop;
  private final ComponentStream stream;
  private final XmppManagerLink link;
  private final PoolDesk desk;
  private final DomainClaim only;
  private final ExecutorService deskThread;
  private final ScheduledExecutorService timer;
  private final String remembered;
  private volatile boolean closing;

  PoolEngine(ManagerConfig config, Store store, StoreView results, ManagerLog log) {
    this.log = log;
    RecordedPolicy policy = RecordedPolicy.of(store);
    Scheduler scheduler = Recovery.load(store, policy.make());
    this.remembered =
        "%s, %s remembered"
            .formatted(
                Counted.of(scheduler.world().jobs().size(), "job"),
                Counted.of(scheduler.world().machines().size(), "worker"));
    ManagerSettings settings =
        ManagerSettings.POOL
            .with(config.silenceMillis(), config.durability())
            .keeping(config.keeping(), ManagerSettings.POOL.snapshotSteps());
    var turns = new TurnLog(log, scheduler.world(), this::ownerOf, this::progressOf);
    this.manager = new Manager(scheduler, store, settings, turns);
    this.loop = new ManagerLoop(manager, clock, LONGEST_WAIT_MILLIS);
    loop.timed(turns::took);
    this.stream =
        new ComponentStream(
            ComponentSettings.of(
                    config.server().host(),
                    config.server().port(),
                    config.domain(),
                    config.secret()::read)
                // Whoever was first is back while another is still settling.
                .withPauses(PAUSE_MILLIS_MIN, DomainClaim.RETURN_MILLIS_MAX));
    this.only =
        new DomainClaim(told(), stream, config.domain(), config.settlingMillis(), clock, nonce());
    this.deskThread =
        Executors.newSingleThreadExecutor(task -> daemon(task, "desk")); // bounded by the desk
    this.desk =
        new PoolDesk(
            new PoolDesk.Settings(
                config.domain(), Rights.of(config.accounts()), DeskLimits.USUAL, policy::make),
            manager,
            results,
            this::sendFromDesk,
            deskThread,
            clock);
    this.link =
        new XmppManagerLink(
            PoolSettings.of(config.domain(), who -> mayWork(config, who))
                .withOffers(new OfferCheck(config.accounts(), log)),
            gated(),
            manager,
            desk);
    this.timer = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "desk-timer"));
  }

  /** The stream for what the manager says: nothing of it goes out before it has settled. */
  private StanzaLink gated() {
    return new StanzaLink() {
      @Override
      public void send(Stanza stanza) {
        only.send(stanza);
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  private static Thread daemon(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static String nonce() {
    var bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private String ownerOf(int job) {
    return manager.ownerOf(job);
  }

  private JobProgress progressOf(int job) {
    return manager.progressOf(job);
  }

  private boolean mayWork(ManagerConfig config, Jid who) {
    boolean may = config.accounts().mayWork(who.toString());
    if (!may) {
      log.warn("strangers refused", "refused worker %s: no pattern of workers fits".formatted(who));
    }
    return may;
  }

  /** What the desk refuses is worth a line; what it answers is not. */
  private void sendFromDesk(Stanza stanza) {
    if (stanza.type().equals("error") && stanza.to() != null) {
      log.refused(stanza.to(), stanza.errorText());
    }
    only.send(stanza);
  }

  /** The link, and what else is to be done when the stream comes and goes. */
  private StanzaLink.Receiver told() {
    return new StanzaLink.Receiver() {
      private String lastComplaint = "";

      @Override
      public void received(Stanza stanza) {
        link.received(stanza);
      }

      @Override
      public void tooLarge(Stanza head) {
        link.tooLarge(head);
      }

      @Override
      public void connected() {
        if (!lastComplaint.isEmpty()) {
          log.info("connections", "connected to the XMPP server");
          lastComplaint = "";
        }
        link.connected();
        manager.rollCall();
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

  /** Completed when this manager takes jobs: it is connected, and the only one on its domain. */
  CompletableFuture<Void> ready() {
    return only.settled();
  }

  /** Completed with why the server does not let us in, if it says so at the first contact. */
  CompletableFuture<Throwable> refused() {
    var refused = new CompletableFuture<Throwable>();
    var unused =
        stream
            .firstConnection()
            .whenComplete(
                (none, failure) -> {
                  if (failure != null) {
                    refused.complete(failure);
                  }
                });
    return refused;
  }

  CompletableFuture<Void> failure() {
    return loop.failure();
  }

  CompletableFuture<String> givesWay() {
    return only.givesWay();
  }

  void start() {
    manager.start(link, clock.getAsLong());
    loop.start();
    stream.start(only);
    every(TICK_MILLIS, desk::tick);
    every(TICK_MILLIS, log::tick);
    every(DomainClaim.TICK_MILLIS, only::tick);
  }

  private void every(long millis, Runnable task) {
    var unused = timer.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Hears nothing more, records what was heard, writes a snapshot. */
  @Override
  public void close() {
    closing = true;
    timer.shutdownNow();
    stream.close();
    link.close();
    loop.close();
    deskThread.shutdownNow();
  }
}
