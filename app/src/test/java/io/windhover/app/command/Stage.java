package io.windhover.app.command;

import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.Store;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.LogFiles;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A real manager on a real state folder, with one worker that does what the test says: it holds
 * what it is given until {@link #finish} or {@link #fail}. Every call is a turn, a second apart.
 */
final class Stage implements AutoCloseable {
  static final String RESUME = "windhover run sweep.yaml --resume";

  private final StateFolder folder;
  private final Store store;
  private final Manager manager;
  private final WorkerLink worker;
  private final LogFiles logs;
  private final Queue<AttemptRef> given = new ConcurrentLinkedQueue<>();
  private long nowMillis = System.currentTimeMillis() - 600_000;

  Stage(Path path, int cores) {
    folder = StateFolder.acquire(path, "windhover run sweep.yaml");
    boolean isNew = !Files.exists(folder.database());
    store = isNew ? SqliteStore.create(folder.database()) : SqliteStore.open(folder.database());
    store.put(RecordedPolicy.KEY, RecordedPolicy.usual().encode());
    store.put(OpenRun.RESUME, RESUME);
    Scheduler scheduler = Recovery.load(store, RecordedPolicy.usual().make());
    manager = new Manager(scheduler, store, ManagerSettings.LOCAL, (batch, decision) -> {});
    nowMillis = Math.max(nowMillis, scheduler.world().nowMillis());
    logs = new LogFiles(folder.logs());
    var wire = new InProcessWire(manager);
    manager.start(wire, nowMillis);
    worker = wire.connect("here", this::received);
    var profile =
        new WorkerProfile("here", "s" + System.nanoTime(), List.of("linux"), cores, 1L << 30);
    worker.send(new ToManager.Join(profile, List.of()));
    turn();
  }

  private void received(ToWorker message) {
    if (message instanceof ToWorker.Cancel cancel) {
      worker.send(new ToManager.Report(cancel.ref(), new Ending.Stopped(), 1, ""));
    } else if (message instanceof ToWorker.Execute execute) {
      given.add(execute.order().ref());
      worker.send(new ToManager.Started(execute.order().ref()));
    }
  }

  Stage submit(String yaml) throws JobFileException {
    var text = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    var accepted = manager.submit(JobFileReader.read("sweep.yaml", text, Path.of("/tmp")).spec());
    turn();
    accepted.join();
    return this;
  }

  Stage turn() {
    nowMillis += 1_000;
    manager.turn(nowMillis);
    return this;
  }

  Stage finish(int task) {
    return report(task, new Ending.Exited(0), "");
  }

  Stage fail(int task, int code) {
    return report(task, new Ending.Exited(code), "last words");
  }

  private Stage report(int task, Ending ending, String tail) {
    worker.send(new ToManager.Report(ref(task), ending, 1_000, tail));
    return turn();
  }

  /** Finishes what is given to the worker, in order, until nothing more is. */
  Stage finishAll() {
    while (!manager.world().attempts().isEmpty()) {
      finish(manager.world().attempts().iterator().next().id().task().index());
    }
    return this;
  }

  /** Reports everything that was given to the worker as done; for a manager with a loop. */
  void finishLive() throws InterruptedException {
    while (manager.progress().jobs().stream().anyMatch(job -> !job.over())) {
      for (AttemptRef ref = given.poll(); ref != null; ref = given.poll()) {
        worker.send(new ToManager.Report(ref, new Ending.Exited(0), 1, ""));
      }
      Thread.sleep(20);
    }
  }

  /** The live attempt of this task of the newest job writes. */
  Stage write(int task, String out, String err) throws IOException {
    Attempt attempt = attempt(task);
    String group = attempt.group().spec().name();
    int index = task - attempt.group().firstIndex();
    int number = attempt.id().number();
    append(logs.out(group, index, number), out);
    append(logs.err(group, index, number), err);
    return this;
  }

  private static void append(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private Attempt attempt(int task) {
    var id = new TaskId(manager.world().jobs().size(), task);
    return manager.world().attempts().stream()
        .filter(attempt -> attempt.id().task().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not running"));
  }

  private AttemptRef ref(int task) {
    int number = attempt(task).id().number();
    return new AttemptRef(manager.world().jobs().size(), task, number);
  }

  Manager manager() {
    return manager;
  }

  /** As a kill would: no farewell and no snapshot. */
  void die() {
    store.close();
    folder.close();
  }

  /** As a run ends: the worker leaves, the manager writes a snapshot. */
  @Override
  public void close() {
    worker.send(new ToManager.Leave());
    turn();
    manager.close(nowMillis);
    die();
  }
}
