package io.windhover.app.bench;

import io.windhover.app.pool.DeskLimits;
import io.windhover.app.pool.PoolDesk;
import io.windhover.app.pool.Rights;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.policies.PolicyRegistry;
import io.windhover.store.SqliteStore;
import io.windhover.store.StoreView;
import io.windhover.wire.Ending;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;
import io.windhover.wire.WorkerProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What finished jobs cost a manager of a pool: {@code fill DIR match 1000 100000} takes a real
 * manager with this policy through so many jobs of ten tasks and tells its heap at each; {@code
 * restart DIR match} starts another one on what is there. Called by bench/finished-jobs.
 */
final class FinishedJobs {
  private static final int TASKS = 10;
  private static final int JOBS_A_TURN = 100;
  private static final int OWNERS = 10;
  private static final String DOMAIN = "manager.example.org";

  private FinishedJobs() {}

  public static void main(String[] arguments) throws Exception {
    Path database = Path.of(arguments[1]).resolve("state.db");
    String policy = arguments[2];
    if (arguments[0].equals("restart")) {
      restart(database, policy);
      return;
    }
    try (SqliteStore store = SqliteStore.create(database)) {
      store.indexResults();
      Manager manager = manager(store, policy);
      start(manager);
      int jobs = 0;
      long beganNanos = System.nanoTime();
      long slowestNanos = 0;
      for (int i = 3; i < arguments.length; i++) {
        int wanted = Integer.parseInt(arguments[i]);
        while (jobs < wanted) {
          for (int n = 0; n < JOBS_A_TURN && jobs < wanted; n++) {
            jobs++;
            submit(manager, jobs);
          }
          slowestNanos = Math.max(slowestNanos, turnUntilIdle(manager));
        }
        System.out.printf(
            Locale.ROOT,
            "jobs %d heapBytes %d memoryChars %d databaseBytes %d journalEntries %d worldJobs %d"
                + " slowestTurnSeconds %.3f seconds %.1f%n",
            jobs,
            heapBytes(),
            manager.world().memory().encoded().length(),
            Files.size(database),
            store.lastSequence(),
            manager.world().jobs().size(),
            slowestNanos / 1e9,
            (System.nanoTime() - beganNanos) / 1e9);
      }
      manager.close(System.currentTimeMillis());
    }
  }

  private static void restart(Path database, String policy) {
    long beganNanos = System.nanoTime();
    try (SqliteStore store = SqliteStore.open(database);
        StoreView results = SqliteStore.openForReading(database)) {
      store.indexResults();
      Manager manager = manager(store, policy);
      var desk =
          new PoolDesk(
              new PoolDesk.Settings(
                  DOMAIN, Rights.of(who -> true), DeskLimits.USUAL, () -> policy(policy)),
              manager,
              results,
              stanza -> {},
              Runnable::run,
              System::currentTimeMillis);
      start(manager);
      manager.turn(System.currentTimeMillis());
      desk.tick();
      System.out.printf(
          Locale.ROOT,
          "restartSeconds %.3f heapBytes %d worldJobs %d%n",
          (System.nanoTime() - beganNanos) / 1e9,
          heapBytes(),
          manager.world().jobs().size());
    }
  }

  private static Policy policy(String name) {
    return PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
  }

  private static Manager manager(SqliteStore store, String policy) {
    return new Manager(
        Recovery.load(store, policy(policy)), store, ManagerSettings.POOL, (batch, decision) -> {});
  }

  /** One worker that has done everything at once. */
  private static void start(Manager manager) {
    var wire = new InProcessWire(manager);
    manager.start(wire, System.currentTimeMillis());
    var worker = new WorkerLink[1];
    worker[0] =
        wire.connect(
            "worker@example.org/1",
            message -> {
              if (message instanceof ToWorker.Execute execute) {
                worker[0].send(
                    new ToManager.Report(execute.order().ref(), new Ending.Exited(0), 5, "done"));
              }
            });
    worker[0].send(
        new ToManager.Join(
            new WorkerProfile(
                "worker@example.org/1", "session", List.of(), JOBS_A_TURN * TASKS, 1 << 30),
            List.of()));
    manager.turn(System.currentTimeMillis());
  }

  private static void submit(Manager manager, int job) {
    var group =
        new TaskGroup(
            "task",
            TASKS,
            Script.literal(List.of("true " + job), "", new TreeMap<>(), true),
            "task",
            new Need(List.of(), 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            0,
            0,
            0);
    var spec = new JobSpec("job-" + job, "", new Deadline.None(), true, List.of(group));
    String owner = "user-" + job % OWNERS + "@example.org";
    var unused = manager.submit(spec, owner, "upload-" + job);
  }

  private static long turnUntilIdle(Manager manager) {
    long slowestNanos = 0;
    do {
      long beganNanos = System.nanoTime();
      manager.turn(System.currentTimeMillis());
      slowestNanos = Math.max(slowestNanos, System.nanoTime() - beganNanos);
    } while (!manager.world().liveJobs().isEmpty());
    return slowestNanos;
  }

  private static long heapBytes() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
