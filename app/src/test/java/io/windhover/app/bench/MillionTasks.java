package io.windhover.app.bench;

import io.windhover.core.step.Scheduler;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Progress;
import io.windhover.policies.match.Match;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import io.windhover.wire.Ending;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;
import io.windhover.wire.WorkerProfile;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A million-task array through the real manager and its journal on disk, to workers that report
 * every task as done the moment they are given it.
 */
public final class MillionTasks {
  private static final int WORKERS = 64;
  private static final int CORES = 16;

  private MillionTasks() {}

  public static void main(String[] arguments) throws Exception {
    int tasks = Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("windhover-bench");
    Path database = folder.resolve("windhover.db");
    long beganNanos = System.nanoTime();
    Store store = SqliteStore.create(database);
    Scheduler scheduler = new Scheduler(new Match(Match.Impossible.WAITS), List.of());
    Manager manager = new Manager(scheduler, store, ManagerSettings.LOCAL, (batch, decision) -> {});
    InProcessWire wire = new InProcessWire(manager);
    manager.start(wire, System.currentTimeMillis());
    ManagerLoop loop = new ManagerLoop(manager, System::currentTimeMillis, 50);
    loop.start();
    JobFile job = JobFileReader.read("million.yaml", new ByteArrayInputStream(yaml(tasks)), folder);
    manager.submit(job.spec()).get();
    double acceptedSeconds = secondsSince(beganNanos);
    beganNanos = System.nanoTime();
    for (int i = 1; i <= WORKERS; i++) {
      join(wire, "w" + i);
    }
    while (!over(manager.progress()) && !loop.failure().isDone()) {
      Thread.sleep(20);
    }
    double seconds = secondsSince(beganNanos);
    loop.close();
    store.close();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT,
        "tasks %d accepted %.3f worked %.3f succeeded %d heapMaxMb %d journalMb %d%n",
        tasks,
        acceptedSeconds,
        seconds,
        manager.progress().jobs().get(0).succeeded(),
        runtime.maxMemory() / 1_000_000,
        Files.size(database) / 1_000_000);
    Files.delete(database);
    Files.delete(folder);
  }

  private static byte[] yaml(int tasks) {
    return ("name: million\ntasks:\n  - {name: point, count: " + tasks + ", command: 'true'}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static boolean over(Progress progress) {
    return !progress.jobs().isEmpty() && progress.jobs().get(0).over();
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void join(InProcessWire wire, String name) {
    AtomicReference<WorkerLink> link = new AtomicReference<>();
    link.set(
        wire.connect(
            name,
            message -> {
              if (message instanceof ToWorker.Execute execute) {
                link.get()
                    .send(new ToManager.Report(execute.order().ref(), new Ending.Exited(0), 1, ""));
              }
            }));
    WorkerProfile profile = new WorkerProfile(name, "1", List.of("linux"), CORES, 1L << 40);
    link.get().send(new ToManager.Join(profile, List.of()));
  }
}
