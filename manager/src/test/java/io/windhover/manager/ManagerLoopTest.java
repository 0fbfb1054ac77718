package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.core.step.Scheduler;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;
import io.windhover.wire.WorkerProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who takes the turn. Nothing here is due by the clock, so whatever is not woken stays asleep. */
@Timeout(60)
final class ManagerLoopTest {
  private static final int WORKERS = 6;
  private static final int TASKS = 3_000;
  private static final long NEVER_MILLIS = 3_600_000;
  private static final ManagerSettings PATIENT =
      new ManagerSettings(
          NEVER_MILLIS,
          0,
          NEVER_MILLIS,
          NEVER_MILLIS,
          10,
          NEVER_MILLIS,
          NEVER_MILLIS,
          0,
          1_000,
          1_000,
          false,
          Store.Durability.PROCESS_CRASH,
          Keeping.EVERYTHING);

  @TempDir private Path folder;
  private final Set<String> takers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger atOnceMax = new AtomicInteger();

  @Test
  void threadsThatReportTakeTheTurnOneAtATimeAndNothingIsLeftLying() throws Exception {
    try (Store store = SqliteStore.create(folder.resolve("db"))) {
      Manager manager = manager(store, this::note);
      var loop = new ManagerLoop(manager, System::currentTimeMillis, NEVER_MILLIS);
      var wire = new InProcessWire(loop);
      manager.start(wire, System.currentTimeMillis());
      loop.start();
      manager.submit(RecoveryTest.job(TASKS, 0)).get(30, TimeUnit.SECONDS);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        threads.add(worker(wire, "worker" + i));
      }
      // The answer comes before the progress of that turn.
      while (!manager.progress().jobs().stream().anyMatch(Progress.JobProgress::over)) {
        assertThat(loop.failure()).isNotDone();
        Thread.sleep(1);
      }
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join();
      }
      loop.close();
      assertThat(manager.progress().jobs().get(0).succeeded()).isEqualTo(TASKS);
      List<Store.Result> results = new ArrayList<>();
      store.results(results::add);
      assertThat(results).hasSize(TASKS);
    }
    assertThat(atOnceMax).hasValue(1);
    assertThat(takers).anyMatch(name -> name.startsWith("worker"));
  }

  /** A policy that wants to be asked an hour after its first step, and says when it was. */
  private record AnHourLater(CompletableFuture<Long> asked) implements Policy {
    private static final long HOUR_MILLIS = 3_600_000;

    @Override
    public String name() {
      return "an hour later";
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      batch.stream()
          .filter(Event.TimerFired.class::isInstance)
          .forEach(
              due -> asked.complete(world.nowMillis() - ((Event.TimerFired) due).wakeAtMillis()));
      boolean first = batch.stream().anyMatch(Event.JobSubmitted.class::isInstance);
      return new Decision(
          first ? List.of(new Action.WakeAt(world.nowMillis() + HOUR_MILLIS)) : List.of(),
          List.of(),
          world.memory());
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return List.of();
    }
  }

  /** By a clock that is an hour further each second; nothing else would end the wait. */
  @Test
  void aClockOfAnotherSpeedIsWaitedFor() throws Exception {
    double speed = 3_600;
    long startNanos = System.nanoTime();
    LongSupplier clock = () -> (long) ((System.nanoTime() - startNanos) / 1e6 * speed);
    var policy = new AnHourLater(new CompletableFuture<>());
    try (Store store = SqliteStore.create(folder.resolve("db"))) {
      var manager =
          new Manager(new Scheduler(policy, List.of()), store, PATIENT, (batch, decision) -> {});
      var loop = new ManagerLoop(manager, clock, speed, NEVER_MILLIS);
      manager.start(new InProcessWire(loop), clock.getAsLong());
      loop.start();
      manager.submit(RecoveryTest.job(1, 0)).get(30, TimeUnit.SECONDS);
      assertThat(policy.asked().get(30, TimeUnit.SECONDS)).isNotNegative();
      loop.close();
    }
  }

  @Test
  void aTurnThatFailsEndsTheLoopAndNotTheThreadThatTookIt() throws Exception {
    try (Store store = SqliteStore.create(folder.resolve("db"))) {
      Manager manager =
          manager(
              store,
              (batch, decision) -> {
                if (Thread.currentThread().getName().equals("bringer")) {
                  throw new IllegalStateException("on purpose");
                }
              });
      var loop = new ManagerLoop(manager, System::currentTimeMillis, NEVER_MILLIS);
      var wire = new InProcessWire(loop);
      manager.start(wire, System.currentTimeMillis());
      WorkerLink link = wire.connect("w", message -> {});
      Thread.currentThread().setName("bringer");
      link.send(new ToManager.Join(profile("w"), List.of()));
      link.flush();
      assertThat(loop.failure()).isCompletedExceptionally();
      long sequence = manager.world().sequence();
      link.send(new ToManager.Leave());
      link.flush();
      assertThat(manager.world().sequence()).isEqualTo(sequence);
      loop.start();
      loop.close();
    }
  }

  private static Manager manager(Store store, BiConsumer<Batch, Decision> observer) {
    return new Manager(new Scheduler(new FirstFit(), List.of()), store, PATIENT, observer);
  }

  private void note(Batch batch, Decision decision) {
    int now = atOnce.incrementAndGet();
    atOnceMax.accumulateAndGet(now, Math::max);
    takers.add(Thread.currentThread().getName());
    atOnce.decrementAndGet();
  }

  private static Thread worker(InProcessWire wire, String name) {
    BlockingQueue<AttemptRef> orders = new LinkedBlockingQueue<>();
    WorkerLink link =
        wire.connect(
            name,
            message -> {
              if (message instanceof ToWorker.Execute execute) {
                orders.add(execute.order().ref());
              }
            });
    var thread =
        new Thread(
            () -> {
              link.send(new ToManager.Join(profile(name), List.of()));
              link.flush();
              try {
                while (true) {
                  AttemptRef ref = orders.take();
                  link.send(new ToManager.Started(ref));
                  link.flush();
                  link.send(new ToManager.Report(ref, new Ending.Exited(0), 1, ""));
                  link.flush();
                }
              } catch (InterruptedException theTestIsOver) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.start();
    return thread;
  }

  private static WorkerProfile profile(String name) {
    return new WorkerProfile(name, "s", List.of(), 2, 1_000);
  }
}
