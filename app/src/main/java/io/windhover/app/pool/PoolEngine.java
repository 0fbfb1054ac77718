package io.windhover.app.pool;

import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.words.Counted;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.manager.SteadyClock;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
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
import java.util.function.Consumer;

/** Manager, wire and desk of a pool, put together and taken apart again in order. */
final class PoolEngine implements AutoCloseable {
  private static final long LONGEST_WAIT_MILLIS = 50;
  private static final long TICK_MILLIS = 1_000;
  private static final long PING_MILLIS = 3_000;

  /** Soon enough for whoever was first to be back while the other is still settling. */
  private static final long STEADY_MILLIS_MAX = 10_000;

  private final Consumer<String> complain;
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

  PoolEngine(ManagerConfig config, Store store, StoreView results, Consumer<String> complain) {
    this.complain = complain;
    RecordedPolicy policy = RecordedPolicy.of(store);
    Scheduler scheduler = Recovery.load(store, policy.make());
    this.remembered =
        "%s, %s remembered"
            .formatted(
                Counted.of(scheduler.world().jobs().size(), "job"),
                Counted.of(scheduler.world().machines().size(), "worker"));
    ManagerSettings settings =
        ManagerSettings.POOL.with(config.silenceMillis(), config.durability());
    this.manager = new Manager(scheduler, store, settings, (batch, decision) -> {});
    this.loop = new ManagerLoop(manager, clock, LONGEST_WAIT_MILLIS);
    this.stream =
        new ComponentStream(
            ComponentSettings.of(
                    config.server().host(),
                    config.server().port(),
                    config.domain(),
                    config.secret()::read)
                .withSteady(Math.min(STEADY_MILLIS_MAX, config.settlingMillis())));
    this.deskThread =
        Executors.newSingleThreadExecutor(task -> daemon(task, "desk")); // bounded by the desk
    this.desk =
        new PoolDesk(
            new PoolDesk.Settings(
                config.domain(),
                user -> config.users().match(user.toString()),
                DeskLimits.USUAL,
                policy::make),
            manager,
            results,
            stream::send,
            deskThread,
            clock);
    this.link =
        new XmppManagerLink(
            PoolSettings.of(config.domain(), who -> config.workers().match(who.toString())),
            stream,
            manager,
            desk);
    this.only = new DomainClaim(told(), config.domain(), config.settlingMillis(), clock, nonce());
    this.timer = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "desk-timer"));
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
          complain.accept("connected to the XMPP server");
          lastComplaint = "";
        }
        link.connected();
        manager.rollCall();
      }

      @Override
      public void disconnected(String why) {
        link.disconnected(why);
        if (!closing && !why.equals(lastComplaint)) {
          complain.accept("no connection to the XMPP server: " + why + "; trying again");
          lastComplaint = why;
        }
      }
    };
  }

  /** What an earlier life has left, in words. */
  String remembered() {
    return remembered;
  }

  CompletableFuture<Void> connected() {
    return stream.firstConnection().exceptionallyCompose(failure -> new CompletableFuture<>());
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
    every(PING_MILLIS, () -> stream.send(only.ping()));
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
