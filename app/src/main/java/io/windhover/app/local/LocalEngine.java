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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Manager, wire and worker in one process, put together and taken apart again in order. */
final class LocalEngine {
  private static final long LONGEST_WAIT_MILLIS = 50;

  private final MachineSpec machine;
  private final SteadyClock clock = SteadyClock.start();
  private final Manager manager;
  private final InProcessWire wire;
  private final ManagerLoop loop;
  private final LocalWorker worker;
  private final Scheduler scheduler;
  private final Optional<Resumption> resumption;
  private Optional<CompletableFuture<Integer>> resumed = Optional.empty();

  LocalEngine(
      RunFolder.Opened opened,
      RunWatch watch,
      MachineSpec machine,
      RunSettings settings,
      boolean terminal,
      Consumer<String> notices)
      throws IOException {
    this.machine = machine;
    this.scheduler = opened.scheduler();
    this.resumption = opened.resumed();
    this.manager = new Manager(opened.scheduler(), opened.store(), ManagerSettings.LOCAL, watch);
    this.loop = new ManagerLoop(manager, clock, LONGEST_WAIT_MILLIS);
    this.wire = new InProcessWire(loop);
    this.worker =
        new LocalWorker(profile(machine), settings.agent(), processes(settings, terminal), notices);
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

  Manager manager() {
    return manager;
  }

  /** Completed exceptionally when the manager had to give up. */
  CompletableFuture<Void> failure() {
    return loop.failure();
  }

  void start() {
    manager.start(wire, clock.getAsLong());
    resumed = resumption.map(this::takeUp);
    loop.start();
    worker.connect(wire.connect(machine.name(), worker.receiver()));
  }

  /**
   * Makes an edit before the machine joins, so that nothing is started in its old form. Machines of
   * the process before are gone with it, and so is what ran there.
   */
  private CompletableFuture<Integer> takeUp(Resumption from) {
    int job = from.job().id();
    if (from.amended().isEmpty()) {
      return CompletableFuture.completedFuture(job);
    }
    scheduler.world().machines().forEach(gone -> manager.gone(gone.spec().name()));
    return manager.amend(from.before(), from.amended().get());
  }

  /** The job that is gone on with, once it is on disk in the form wanted; empty in a new run. */
  Optional<CompletableFuture<Integer>> resumed() {
    return resumed;
  }

  /** Waits until cleanup commands have ended too; no longer than it takes to answer a signal. */
  boolean awaitIdle(Duration longest) {
    return worker.awaitIdle(longest);
  }

  /** Ends what runs, has it recorded, writes a snapshot. */
  void stop(Duration grace) {
    manager.retire(machine.name());
    worker.shutdown(grace);
    loop.close();
    wire.close();
  }

  /** Ends what runs at once, while {@link #stop} is under way on another thread. */
  void hurry() {
    worker.shutdown(Duration.ZERO);
  }
}
