package io.windhover.app.cloud;

import io.windhover.app.checkpoint.CheckpointStore;
import io.windhover.app.local.EngineParts;
import io.windhover.app.local.RentedTotals;
import io.windhover.app.local.RunEngine;
import io.windhover.app.state.RunClock;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Money;
import io.windhover.manager.Keeping;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A manager that rents the machines of its run from a source, with a port at which they join. When
 * it stops it gives every machine back and waits until the source says that none is left.
 */
final class CloudEngine implements RunEngine {
  private static final long LONGEST_WAIT_MILLIS = 50;
  private static final long TICK_MILLIS = 500;

  private final CloudFile cloud;
  private final OptionalLong onDemandOnlyNanos;
  private final long notBeforeMillis;
  private final EngineParts parts;
  private final Manager manager;
  private final ManagerLoop loop;
  private final Tenancy tenancy;
  private final GivingBack givingBack;
  private final CloudPort port;
  private final Optional<CheckpointStore> checkpoints;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(CloudEngine::daemon);
  private final CompletableFuture<String> stuck = new CompletableFuture<>();
  private Optional<CompletableFuture<Integer>> resumed = Optional.empty();
  private Optional<RentedTotals> totals = Optional.empty();
  private volatile RentedNow now = RentedNow.NOTHING;
  private volatile boolean stopping;

  CloudEngine(
      CloudFile cloud,
      SourceMaker maker,
      OptionalLong onDemandOnlyNanos,
      long notBeforeMillis,
      EngineParts parts)
      throws IOException {
    this.cloud = cloud;
    this.onDemandOnlyNanos = onDemandOnlyNanos;
    this.notBeforeMillis = notBeforeMillis;
    this.parts = parts;
    Path folder = parts.settings().folder();
    this.manager = new Manager(parts.scheduler(), parts.store(), settings(cloud), parts.watch());
    this.checkpoints =
        cloud.store().map(place -> CheckpointStore.of(place, manager, parts.audience()::trouble));
    this.tenancy =
        new Tenancy(cloud, maker, folder, parts.store(), manager, parts.audience()::trouble);
    this.loop = new ManagerLoop(manager, tenancy::nowMillis, cloud.speed(), LONGEST_WAIT_MILLIS);
    this.givingBack = new GivingBack(manager, tenancy, loop);
    this.port =
        new CloudPort(
            cloud.manager(),
            folder,
            parts.store(),
            manager,
            tenancy.door(),
            parts.audience()::trouble);
  }

  /** Leases are money, so that what was rented is known after a power cut, too. */
  private static ManagerSettings settings(CloudFile cloud) {
    ManagerSettings usual = ManagerSettings.POOL;
    return usual.keeping(Keeping.EVERYTHING, usual.snapshotSteps()).paced(cloud.speed());
  }

  @Override
  public long nowMillis() {
    return tenancy.nowMillis();
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
    long untilMillis = (long) Math.ceil((notBeforeMillis - nowMillis()) / cloud.speed());
    return untilMillis <= 0
        ? tenancy.offered()
        : tenancy
            .offered()
            .thenRunAsync(
                () -> {}, CompletableFuture.delayedExecutor(untilMillis, TimeUnit.MILLISECONDS));
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
    tenancy.open(
        new MachineStart(
            cloud.manager().dialled(),
            port.number(),
            port.fingerprint(),
            port.keyPin(),
            cloud.patienceMillis()));
    RunClock.record(parts.store(), nowMillis(), cloud.speed());
    manager.start(port.wire(), tenancy.nowMillis());
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
    tenancy.survey();
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
    return idle || givingBack.pause(longest.toMillis());
  }

  @Override
  public void stop(Duration grace) {
    stopping = true;
    if (!loop.failure().isDone()) {
      givingBack.run(grace.isZero(), parts.audience()::notice);
    }
    // Also when it has failed while it gave back: what cannot be written down can still be ended.
    Optional<List<String>> stillThere =
        loop.failure().isDone() ? tenancy.endAll() : Optional.empty();
    timer.shutdownNow();
    port.close();
    loop.close();
    checkpoints.ifPresent(CheckpointStore::close);
    tenancy.close();
    RentedTotals read =
        new RentedTotalsReader(parts.store(), parts.scheduler(), tenancy.nowMillis())
            .read(onDemandOnlyNanos);
    totals = Optional.of(stillThere.map(read::leaving).orElse(read));
  }

  @Override
  public void hurry() {
    givingBack.hurry();
  }
}
