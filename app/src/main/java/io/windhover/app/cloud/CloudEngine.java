package io.windhover.app.cloud;

import io.windhover.app.checkpoint.CheckpointStore;
import io.windhover.app.local.Audience;
import io.windhover.app.local.EngineParts;
import io.windhover.app.local.RentedTotals;
import io.windhover.app.local.RunEngine;
import io.windhover.app.pool.PoolKey;
import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.SourceThread;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Money;
import io.windhover.core.step.World;
import io.windhover.core.words.Counted;
import io.windhover.manager.Keeping;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.store.Store;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A manager that rents the machines of its run from a source, with a port at which they join. When
 * it stops it gives every machine back and waits until the source says that none is left.
 */
final class CloudEngine implements RunEngine {
  private static final long LONGEST_WAIT_MILLIS = 50;
  private static final long TICK_MILLIS = 500;
  private static final Duration GIVING_BACK_MAX = Duration.ofMinutes(2);

  private final CloudFile cloud;
  private final SourceMaker maker;
  private final OptionalLong onDemandOnlyNanos;
  private final EngineParts parts;
  private final Audience audience;
  private final Manager manager;
  private final ManagerLoop loop;
  private final LateDesk desk = new LateDesk();
  private final CloudPort port;
  private final Optional<CheckpointStore> checkpoints;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(CloudEngine::daemon);
  private final CompletableFuture<String> stuck = new CompletableFuture<>();
  private final CountDownLatch hurried = new CountDownLatch(1);
  private final SourceNews news;
  private Optional<CompletableFuture<Integer>> resumed = Optional.empty();
  private Optional<RentedTotals> totals = Optional.empty();
  private final String mark;
  private SourceMaker.@Nullable Opened source;
  private @Nullable SourceThread calls;
  private volatile LongSupplier clock = System::currentTimeMillis;
  private volatile RentedNow now = RentedNow.NOTHING;
  private volatile boolean stopping;

  CloudEngine(CloudFile cloud, SourceMaker maker, OptionalLong onDemandOnlyNanos, EngineParts parts)
      throws IOException {
    this.cloud = cloud;
    this.maker = maker;
    this.onDemandOnlyNanos = onDemandOnlyNanos;
    this.parts = parts;
    this.audience = parts.audience();
    Store store = parts.store();
    Path folder = parts.settings().folder();
    byte[] key = PoolKey.readOrMake(folder);
    String identity = store.value(Store.IDENTITY).orElse("");
    this.mark = new LeaseKeys(identity, key).mark();
    new CloudMarks(cloud.dir()).keep(mark, folder);
    this.manager = new Manager(parts.scheduler(), store, settings(cloud), parts.watch());
    this.checkpoints =
        cloud.store().map(place -> CheckpointStore.of(place, manager, audience::trouble));
    this.news = new SourceNews(manager, audience);
    this.loop = new ManagerLoop(manager, this::nowMillis, LONGEST_WAIT_MILLIS);
    this.port =
        new CloudPort(
            cloud.manager(),
            folder,
            store,
            manager,
            manager.rentFrom(desk, key),
            audience::trouble);
  }

  /**
   * Leases are money, so that what was rented is known after a power cut, too. Workers count by
   * their own clocks, so what is expected of them takes longer by the clock of a fast cloud.
   */
  private static ManagerSettings settings(CloudFile cloud) {
    ManagerSettings usual = ManagerSettings.POOL;
    return new ManagerSettings(
        scaled(usual.silenceMillis(), cloud),
        scaled(usual.awayMillis(), cloud),
        scaled(usual.joinMillis(), cloud),
        scaled(usual.resendMillis(), cloud),
        usual.resendsMax(),
        scaled(usual.sweepMillis(), cloud),
        scaled(usual.requestMillis(), cloud),
        scaled(usual.progressMillis(), cloud),
        usual.snapshotSteps(),
        usual.inboxMax(),
        usual.tellsWhere(),
        Store.Durability.POWER_LOSS,
        Keeping.EVERYTHING);
  }

  private static long scaled(long millis, CloudFile cloud) {
    return Math.max(1, Math.round(millis * cloud.speed()));
  }

  private long nowMillis() {
    return clock.getAsLong();
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "cloud-timer");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Manager manager() {
    return manager;
  }

  @Override
  public CompletableFuture<Void> failure() {
    return loop.failure();
  }

  @Override
  public CompletableFuture<String> stuck() {
    return stuck;
  }

  /** No machine is waited for: a policy rents what it needs once it knows what there is. */
  @Override
  public CompletableFuture<Void> ready(CompletableFuture<Void> joined) {
    return news.offered();
  }

  @Override
  public Optional<CompletableFuture<Integer>> resumed() {
    return resumed;
  }

  @Override
  public List<String> shown() {
    return now.words();
  }

  @Override
  public Optional<RentedTotals> totals() {
    return totals;
  }

  @Override
  public void start() {
    port.open();
    var start =
        new MachineStart(
            cloud.manager().dialled(), port.number(), port.fingerprint(), cloud.patienceMillis());
    source = maker.open(cloud, new SourceMaker.Use(mark, Optional.of(start), news));
    clock = source.clock();
    calls = new SourceThread(source.source(), news, clock);
    desk.open(calls);
    manager.start(port.wire(), nowMillis());
    CompletableFuture<Limits> limited = manager.limit(cloud.limits());
    resumed =
        parts
            .resumed()
            .map(
                from ->
                    from.amended()
                        .map(spec -> manager.amend(from.job(), spec))
                        .orElseGet(() -> limited.thenApply(unused -> from.job())));
    loop.start();
    var unused =
        timer.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Looks at the source more often than a manager does by itself: the run is waited for. */
  private void tick() {
    port.tick();
    news.survey(desk, nowMillis());
    var unused =
        manager
            .look(RentedNow::of)
            .thenAccept(
                seen -> {
                  now = seen;
                  refuseWithoutMoney(seen);
                });
  }

  /** With nothing rented and no money left nothing will ever happen. */
  private void refuseWithoutMoney(RentedNow seen) {
    long moneyNanos = cloud.limits().moneyNanos();
    if (!stopping && moneyNanos > 0 && seen.spentNanos() >= moneyNanos && seen.kept() == 0) {
      stuck.complete(
          "the limit of %s is spent: raise limits.money in the cloud file and go on with --resume"
              .formatted(Money.text(moneyNanos)));
    }
  }

  /** Cleanups keep their rooms until their machines have said that they are done. */
  @Override
  public boolean awaitIdle(Duration longest) {
    boolean idle =
        manager
            .look(pool -> pool.world().machines().stream().allMatch(m -> m.cleanups().isEmpty()))
            .join();
    return idle || pause(longest.toMillis());
  }

  /** Answers false, a while later, or true at once when somebody is in a hurry. */
  private boolean pause(long millis) {
    try {
      return hurried.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void stop(Duration grace) {
    stopping = true;
    if (!loop.failure().isDone()) {
      giveBack(grace.isZero());
    }
    timer.shutdownNow();
    port.close();
    loop.close();
    checkpoints.ifPresent(CheckpointStore::close);
    if (calls != null) {
      calls.close();
    }
    if (source != null) {
      source.close();
    }
    totals =
        Optional.of(
            new RentedTotalsReader(parts.store(), parts.scheduler(), nowMillis())
                .read(onDemandOnlyNanos));
  }

  /**
   * Has every machine given back: it is too old from now on, and no other may be rented. Both are
   * facts on disk, so whatever becomes of this process, who goes on with the run gives them back.
   */
  private void giveBack(boolean atOnce) {
    RentedNow before = manager.look(RentedNow::of).join();
    if (before.kept() == 0) {
      return;
    }
    audience.notice("giving back " + Counted.of(before.kept(), "machine"));
    manager.limit(new Limits(1, 1, 1, 1)).join();
    long untilNanos = System.nanoTime() + GIVING_BACK_MAX.toNanos();
    int counted = manager.look(pool -> pool.world().nextMachineId()).join();
    boolean aged = true;
    while (!atOnce && System.nanoTime() < untilNanos && !loop.failure().isDone()) {
      if (aged && manager.look(pool -> areGone(pool.world(), counted)).join()) {
        aged = false; // Else what the policy asks for in their place would be given back for ever.
        manager.limit(new Limits(1, 1, 1, 0)).join();
      }
      news.survey(desk, nowMillis());
      if (manager.look(RentedNow::of).join().kept() == 0 || pause(LONGEST_WAIT_MILLIS)) {
        break;
      }
    }
  }

  private static boolean areGone(World world, int before) {
    return world.machines().stream().noneMatch(machine -> machine.id() < before);
  }

  @Override
  public void hurry() {
    hurried.countDown();
  }
}
