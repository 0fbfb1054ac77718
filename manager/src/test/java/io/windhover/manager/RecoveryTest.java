package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshots;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A manager on a real store; after every turn another one could take its place. */
final class RecoveryTest {
  @TempDir private Path folder;
  private final List<CompletableFuture<Integer>> wishes = new ArrayList<>();
  private Store store;

  @BeforeEach
  void createStore() {
    store = SqliteStore.create(folder.resolve("db"));
  }

  @AfterEach
  void closeStore() {
    assertThat(wishes).allMatch(wish -> wish.isDone() && !wish.isCompletedExceptionally());
    store.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 7, 1_000_000})
  void recoveredAfterAnyTurnEqualsNeverHavingStopped(long snapshotSteps) {
    var random = new Random(snapshotSteps);
    Manager manager = manager(new Scheduler(new FirstFit(), List.of()), snapshotSteps);
    join(manager, 3);
    wishes.add(manager.submit(job(20, 1)));
    wishes.add(manager.submit(job(5, 0)));
    long nowMillis = 1_000;
    for (int turn = 0; turn < 150; turn++) {
      nowMillis += random.nextInt(100);
      act(manager, random, turn);
      manager.turn(nowMillis);
      assertThat(state(Recovery.load(store, new FirstFit())))
          .as("after turn %d", turn)
          .isEqualTo(JournalCodec.encode(Snapshots.of(manager.world())));
    }
    assertThat(manager.progress().jobs()).hasSize(2);
    assertThat(store.latestSnapshot().isPresent()).isEqualTo(snapshotSteps < 1_000_000);
    assertThat(Recovery.progress(Recovery.load(store, new FirstFit())).jobs())
        .isEqualTo(Progress.of(manager.world()).jobs());
    Replay.Outcome replay = Replay.of(store, new FirstFit(), line -> {});
    assertThat(replay.differing()).isZero();
    assertThat(replay.batches()).isEqualTo(manager.world().sequence());
  }

  /** Workers come and go for years; what is kept of each goes with it. */
  @Test
  void sessionsOfWorkersThatAreGoneAreForgotten() {
    Manager manager = manager(new Scheduler(new FirstFit(), List.of()), 1_000_000);
    for (int life = 1; life <= 3; life++) {
      var profile = new WorkerProfile("w", "session " + life, List.of(), 2, 1_000);
      manager.received("w", new ToManager.Join(profile, List.of()));
      manager.turn(1_000L * life);
    }
    assertThat(store.value(Roster.sessionKey(1))).isEmpty();
    assertThat(store.value(Roster.sessionKey(2))).isEmpty();
    assertThat(store.value(Roster.sessionKey(3))).contains("session 3");
    manager.received("w", new ToManager.Leave());
    manager.turn(4_000);
    assertThat(store.value(Roster.sessionKey(3))).isEmpty();
  }

  /** An upgrade may bring a policy that decides otherwise; what was done stays done. */
  @Test
  void whatWasDecidedStandsWhenThePolicyHasChanged() {
    Manager manager = manager(new Scheduler(new FirstFit(), List.of()), 1_000_000);
    join(manager, 2);
    wishes.add(manager.submit(job(6, 0)));
    var random = new Random(7);
    for (int turn = 0; turn < 12; turn++) {
      act(manager, random, turn);
      manager.turn(1_000 + 60L * turn);
    }
    Scheduler recovered = Recovery.load(store, new Idle());
    assertThat(Recovery.progress(recovered).jobs()).isEqualTo(Progress.of(manager.world()).jobs());
    Replay.Outcome replay = Replay.of(store, new Idle(), line -> {});
    assertThat(replay.differing()).as("batches on which idling differs").isPositive();
  }

  /** The batch on which the step failed is written down, and passed over once that is mended. */
  @Test
  void aStepThatFailedDoesNotSpoilTheJournal() {
    Manager broken = manager(new Scheduler(new Faulty(), List.of()), 1_000_000);
    join(broken, 1);
    CompletableFuture<Integer> submitted = broken.submit(job(2, 0));
    assertThatThrownBy(() -> broken.turn(1_000)).hasMessage("a bug of ours");
    assertThat(submitted).isNotDone();
    Manager mended = manager(Recovery.load(store, new FirstFit()), 1_000_000);
    join(mended, 1);
    mended.turn(2_000);
    assertThat(mended.progress().jobs()).hasSize(1);
    assertThat(mended.world().attempts()).hasSize(1);
    assertThat(Replay.of(store, new FirstFit(), line -> {}).differing()).isZero();
  }

  /** Decides nothing. */
  private static class Idle implements Policy {
    @Override
    public String name() {
      return "idle";
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      return Decision.of(List.of());
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return List.of();
    }
  }

  private static final class Faulty extends Idle {
    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      throw new IllegalStateException("a bug of ours");
    }
  }

  @Test
  void theLastProgressIsThatOfTheLastTurnBeforeTheEnd() {
    Manager manager = manager(new Scheduler(new FirstFit(), List.of()), 1_000);
    assertThat(Recovery.lastProgress(store)).isEmpty();
    wishes.add(manager.submit(job(3, 0)));
    manager.turn(1_000);
    manager.close(1_001);
    Progress last = Recovery.lastProgress(store).orElseThrow();
    assertThat(last.jobs()).isEqualTo(manager.progress().jobs());
    assertThat(last.jobs().get(0).waiting()).isEqualTo(3);
  }

  @Test
  void aJournalThatDoesNotReadIsSaidSo() {
    store.append(
        List.of(new Store.Entry(1, 1, "[{\"is\":\"laterInvention\"}]", "[]")),
        List.of(),
        Store.Durability.PROCESS_CRASH);
    assertThatThrownBy(() -> Recovery.load(store, new FirstFit()))
        .isInstanceOf(UnreadableJournal.class)
        .hasMessageContaining("laterInvention");
  }

  private Manager manager(Scheduler scheduler, long snapshotSteps) {
    var settings =
        new ManagerSettings(
            30_000,
            0,
            600_000,
            2_000,
            10,
            1_000,
            0,
            0,
            snapshotSteps,
            1_000,
            false,
            Store.Durability.PROCESS_CRASH,
            Keeping.EVERYTHING);
    var manager = new Manager(scheduler, store, settings, (batch, decision) -> {});
    manager.start(new InProcessWire(manager), 500);
    return manager;
  }

  private static void join(Manager manager, int workers) {
    for (int i = 0; i < workers; i++) {
      var profile = new WorkerProfile("w" + i, "s", List.of(), 2, 1_000);
      manager.received("w" + i, new ToManager.Join(profile, List.of()));
    }
  }

  private void act(Manager manager, Random random, int turn) {
    List<Attempt> live = new ArrayList<>(manager.world().attempts());
    if (!live.isEmpty() && random.nextInt(3) > 0) {
      Attempt attempt = live.get(random.nextInt(live.size()));
      var ref =
          new AttemptRef(
              attempt.id().task().job(), attempt.id().task().index(), attempt.id().number());
      Ending ending = new Ending.Exited(random.nextInt(4) == 0 ? 3 : 0);
      String worker = attempt.machine().spec().name();
      manager.received(worker, new ToManager.Report(ref, ending, 10, "tail"));
    }
    if (turn == 60) {
      manager.gone("w1");
    } else if (turn == 80) {
      var profile = new WorkerProfile("w1", "s2", List.of(), 2, 1_000);
      manager.received("w1", new ToManager.Join(profile, List.of()));
    } else if (turn == 100) {
      wishes.add(manager.retry(1, true));
    } else if (turn == 140) {
      wishes.add(manager.cancel(2));
    }
  }

  private static String state(Scheduler scheduler) {
    return JournalCodec.encode(Snapshots.of(scheduler.world()));
  }

  static JobSpec job(int count, int retries) {
    var group =
        new TaskGroup(
            "point",
            count,
            new Script(List.of("true"), "", new TreeMap<>()),
            "point",
            new Need(List.of(), 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            retries,
            0,
            0);
    return new JobSpec("sweep", "/tmp", new Deadline.None(), true, List.of(group));
  }
}
