package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A manager with a real store, in a test's own time, and a wire that notes what is said. */
abstract class ManagerStage {
  static final String ALICE = "alice@example.org";
  static final String BOB = "bob@example.org";
  static final ManagerSettings SETTINGS =
      ManagerSettings.POOL.with(60_000, Store.Durability.PROCESS_CRASH);

  @TempDir Path folder;
  final List<String> said = new ArrayList<>();
  final ManagerLink wire =
      new ManagerLink() {
        @Override
        public void send(String worker, ToWorker message) {
          String what = message.getClass().getSimpleName();
          said.add(
              message instanceof ToWorker.Execute execute
                  ? worker + " " + what + " " + execute.order().ref()
                  : worker + " " + what);
        }

        @Override
        public void close() {}
      };

  Store store;
  Manager manager;
  long nowMillis = 1_000;

  ManagerSettings settings() {
    return SETTINGS;
  }

  @BeforeEach
  void begin() {
    store = SqliteStore.create(folder.resolve("db"));
    start();
  }

  @AfterEach
  void end() {
    store.close();
  }

  void start() {
    manager =
        new Manager(
            Recovery.load(store, new FirstFit()), store, settings(), (batch, decision) -> {});
    manager.start(wire, nowMillis);
  }

  void restart() {
    store.close();
    store = SqliteStore.open(folder.resolve("db"));
    start();
  }

  void turnAfter(long millis) {
    for (long end = nowMillis + millis; nowMillis < end; ) {
      nowMillis = Math.min(end, nowMillis + 1_000);
      manager.turn(nowMillis);
    }
  }

  void join(String worker, String session, int cores, AttemptRef... held) {
    var profile = new WorkerProfile(worker, session, List.of(), cores, 1_000);
    manager.received(worker, new ToManager.Join(profile, List.of(held)));
    turnAfter(100);
  }

  /** An owner's wish whose answer is not of interest. */
  static void wish(CompletableFuture<Integer> unused) {}

  World world() {
    return manager.world();
  }

  Attempt onlyAttempt() {
    assertThat(world().attempts()).hasSize(1);
    return world().attempts().iterator().next();
  }

  /** One worker of one core, and its one task running. */
  AttemptRef oneRunning() {
    join("w", "s1", 1);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
    AttemptRef ref = ref(onlyAttempt());
    manager.received("w", new ToManager.Taken(ref));
    manager.received("w", new ToManager.Started(ref));
    turnAfter(100);
    said.clear();
    return ref;
  }

  AttemptRef ref(Attempt attempt) {
    return new Origins(world(), store.value(Store.IDENTITY).orElseThrow()).ref(attempt.id());
  }

  static ToManager.Report done(AttemptRef ref) {
    return new ToManager.Report(ref, new Ending.Exited(0), 5, "all well");
  }
}
