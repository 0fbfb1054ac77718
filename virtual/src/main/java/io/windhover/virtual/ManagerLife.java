package io.windhover.virtual;

import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.Batch;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.simulator.Timeline;
import io.windhover.store.Store;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lives of the real manager in virtual time: each is taken up from the store where the one
 * before was killed.
 */
public final class ManagerLife {
  static final byte[] POOL_KEY = {1, 2, 3, 4};

  private final Timeline timeline;
  private final Supplier<Policy> policy;
  private final Supplier<Store> stores;
  private final ManagerSettings settings;
  private final ManagerLink wire;
  private final BiConsumer<Batch, Decision> observer;
  private final SourceDesk source;
  private @Nullable Manager manager;
  private @Nullable Store store;
  private @Nullable World world;
  private long plannedWakeMillis = Long.MAX_VALUE;
  private boolean news;
  private int lives;

  public ManagerLife(
      Timeline timeline,
      Supplier<Policy> policy,
      Supplier<Store> stores,
      ManagerSettings settings,
      ManagerLink wire,
      BiConsumer<Batch, Decision> observer,
      SourceDesk source) {
    this.timeline = timeline;
    this.policy = policy;
    this.stores = stores;
    this.settings = settings;
    this.wire = wire;
    this.observer = observer;
    this.source = source;
  }

  /** One that rents nothing. */
  public ManagerLife(
      Timeline timeline,
      Supplier<Policy> policy,
      Supplier<Store> stores,
      ManagerSettings settings,
      ManagerLink wire,
      BiConsumer<Batch, Decision> observer) {
    this(timeline, policy, stores, settings, wire, observer, SourceDesk.NONE);
  }

  public void begin() {
    lives++;
    Store opened = stores.get();
    Scheduler scheduler = Recovery.load(opened, policy.get());
    Manager born = new Manager(scheduler, opened, settings, observer);
    born.rentFrom(source, POOL_KEY);
    born.keepCheckpointsIn(VirtualStore.ADDRESS, place -> {});
    born.start(wire, timeline.nowMillis());
    if (settings.awayMillis() > 0) {
      born.rollCall();
    }
    store = opened;
    world = scheduler.world();
    manager = born;
    plannedWakeMillis = Long.MAX_VALUE;
    news = true;
    timeline.soon(() -> {});
  }

  /** Dies without a word: what is not in the store is forgotten. */
  public void die() {
    if (manager != null) {
      manager = null;
      store().close();
    }
  }

  /**
   * Lets the manager look at what has arrived; to be called at every moment.
   *
   * @return false when it was killed in the midst of it
   */
  public boolean turn() {
    Manager alive = manager;
    if (alive == null || (!news && timeline.nowMillis() < plannedWakeMillis)) {
      return true;
    }
    news = false;
    try {
      alive.turn(timeline.nowMillis());
    } catch (ManagerKilled killed) {
      die();
      return false;
    }
    if (timeline.nowMillis() >= plannedWakeMillis) {
      plannedWakeMillis = Long.MAX_VALUE;
    }
    long wakeMillis = alive.nextWakeMillis();
    if (wakeMillis < plannedWakeMillis) {
      plannedWakeMillis = wakeMillis;
      timeline.at(wakeMillis, () -> {});
    }
    return true;
  }

  /** A message arrives; nobody takes it when the manager is dead. */
  public void received(String worker, ToManager message) {
    if (manager != null) {
      news = true;
      manager.received(worker, message);
    }
  }

  /** The source says something, if there is anybody to hear it. */
  public void heard(SourceAnswer answer) {
    if (manager != null) {
      news = true;
      manager.heard(answer);
      timeline.soon(() -> {}); // It may be said in the midst of a turn.
    }
  }

  /** The wire says that this worker's connection is closed, if there is anybody to hear it. */
  public void gone(String worker) {
    if (manager != null) {
      news = true;
      manager.gone(worker);
    }
  }

  /** Whoever gets at the manager may put something into its inbox. */
  public Optional<Manager> alive() {
    news = true;
    return Optional.ofNullable(manager);
  }

  public int lives() {
    return lives;
  }

  /** As the manager sees it, or saw it last. */
  public World world() {
    if (world == null) {
      throw new IllegalStateException("no manager has lived yet");
    }
    return world;
  }

  public Store store() {
    if (store == null) {
      throw new IllegalStateException("no manager has lived yet");
    }
    return store;
  }
}
