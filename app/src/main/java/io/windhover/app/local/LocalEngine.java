package io.windhover.app.local;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.SteadyClock;
import io.windhover.store.StateLayout;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.LocalWorker;
import io.windhover.worker.ProcessSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Manager, wire and worker in one process, put together and taken apart again in order. */
final class LocalEngine implements RunEngine {
  private static final long LONGEST_WAIT_MILLIS = 50;

  private final MachineSpec machine;
  private final SteadyClock clock = SteadyClock.start();
  private final Manager manager;
  private final InProcessWire wire;
  private final ManagerLoop loop;
  private final LocalWorker worker;
  private final Scheduler scheduler;
  private final Optional<EngineParts.TakenUp> resumption;
  private Optional<CompletableFuture<Integer>> resumed = Optional.empty();

  LocalEngine(EngineParts parts, MachineSpec machine) throws IOException {
    this.machine = machine;
    this.scheduler = parts.scheduler();
    this.resumption = parts.resumed();
    this.manager = new Manager(scheduler, parts.store(), ManagerSettings.LOCAL, parts.watch());
    this.loop = new ManagerLoop(manager, clock, LONGEST_WAIT_MILLIS);
    this.wire = new InProcessWire(loop);
    RunSettings settings = parts.settings();
    this.worker =
        new LocalWorker(
            profile(machine),
            settings.agent(),
            processes(settings, parts.terminal()),
            parts.audience()::notice);
  }

  private static ProcessSettings processes(RunSettings settings, boolean terminal) {
    var layout = new StateLayout(settings.folder());
    return new ProcessSettings(layout.folder(), layout.logs(), layout.checkpoints(), terminal);
  }

  private static WorkerProfile profile(MachineSpec machine) {
    String session = ProcessHandle.current().pid() + "-" + System.currentTimeMillis();
    return new WorkerProfile(
        machine.name(), session, machine.labels(), machine.cores(), machine.memoryBytes());
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
  public void start() {
    manager.start(wire, clock.getAsLong());
    resumed = resumption.map(this::takeUp);
    loop.start();
    worker.connect(wire.connect(machine.name(), worker.receiver()));
  }

  /**
   * Makes an edit before the machine joins, so that nothing is started in its old form. Machines of
   * the process before are gone with it, and so is what ran there.
   */
  private CompletableFuture<Integer> takeUp(EngineParts.TakenUp from) {
    if (from.amended().isEmpty()) {
      return CompletableFuture.completedFuture(from.job());
    }
    scheduler.world().machines().forEach(gone -> manager.gone(gone.spec().name()));
    return manager.amend(from.job(), from.amended().get());
  }

  @Override
  public Optional<CompletableFuture<Integer>> resumed() {
    return resumed;
  }

  @Override
  public boolean awaitIdle(Duration longest) {
    return worker.awaitIdle(longest);
  }

  @Override
  public void stop(Duration grace) {
    manager.retire(machine.name());
    worker.shutdown(grace);
    loop.close();
    wire.close();
  }

  @Override
  public void hurry() {
    worker.shutdown(Duration.ZERO);
  }

  /** Whether what is left can run here is for the watch to say. */
  @Override
  public CompletableFuture<String> stuck() {
    return new CompletableFuture<>();
  }

  @Override
  public CompletableFuture<Void> ready(CompletableFuture<Void> joined) {
    return joined;
  }

  @Override
  public long nowMillis() {
    return clock.getAsLong();
  }

  @Override
  public List<String> shown() {
    return List.of();
  }

  @Override
  public Optional<RentedTotals> totals() {
    return Optional.empty();
  }
}
