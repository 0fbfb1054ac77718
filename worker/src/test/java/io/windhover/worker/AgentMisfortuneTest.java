package io.windhover.worker;

import static io.windhover.worker.Orders.cleanedBy;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static io.windhover.worker.Orders.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * An agent on a wire that loses, doubles, delays and reorders messages, with a manager that forgets
 * it now and then. A failing seed is the bug report.
 */
final class AgentMisfortuneTest {
  private static final int SEEDS = Integer.getInteger("seeds", 2_000);
  private static final int TASKS = 25;
  private static final int CORES = 2;
  private static final long ENOUGH_MILLIS = 24L * 3600 * 1000;

  @Test
  void everyAttemptStartsAtMostOnceAndIsReported() {
    for (int seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed);
      world.run();
      assertThat(world.recorded).as("seed %d", seed).hasSize(TASKS);
    }
  }

  private record Due(long atMillis, long number, Runnable what) {}

  /** Wire, manager, runner and clock around one agent. */
  private static final class World implements Runner {
    private final Random random;
    private final PriorityQueue<Due> queue =
        new PriorityQueue<>(Comparator.comparingLong(Due::atMillis).thenComparing(Due::number));
    private final Agent agent =
        new Agent(Orders.worker(CORES), AgentSettings.DEFAULT, this, this::wire);
    private final Set<AttemptRef> starts = new HashSet<>();
    private final Map<AttemptRef, Boolean> live = new HashMap<>();
    private final Map<AttemptRef, Ending> recorded = new HashMap<>();
    private final Set<AttemptRef> answered = new HashSet<>();
    private long now;
    private long number;

    World(long seed) {
      random = new Random(seed);
    }

    void run() {
      agent.start(0);
      for (int task = 0; task < TASKS; task++) {
        Order order = timeout(4_000, order(task, "x"));
        Order sent = random.nextBoolean() ? cleanedBy("y", order) : order;
        long at = random.nextInt(60_000);
        insist(at, new ToWorker.Execute(sent), () -> answered.contains(sent.ref()));
        if (random.nextInt(4) == 0) {
          insist(
              at + random.nextInt(8_000),
              new ToWorker.Cancel(sent.ref()),
              () -> recorded.containsKey(sent.ref()));
        }
      }
      while (now < ENOUGH_MILLIS && (recorded.size() < TASKS || !live.isEmpty())) {
        Due due = queue.peek();
        long dueAt = due == null ? Long.MAX_VALUE : due.atMillis();
        if (agent.nextWakeMillis() <= dueAt) {
          now = Math.max(now, agent.nextWakeMillis());
          agent.tick(now);
        } else {
          now = Math.max(now, dueAt);
          queue.remove().what().run();
        }
      }
    }

    private void later(long millis, Runnable what) {
      queue.add(new Due(now + millis, number++, what));
    }

    /** The manager says it every two seconds until it is answered. */
    private void insist(long millis, ToWorker message, BooleanSupplier answered) {
      later(
          millis,
          () -> {
            if (!answered.getAsBoolean()) {
              toWorker(message);
              insist(2_000, message, answered);
            }
          });
    }

    private void lossy(Runnable delivery) {
      for (int copies = random.nextInt(4); copies > 0; copies -= 2) {
        later(random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(50), delivery);
      }
    }

    private void toWorker(ToWorker message) {
      lossy(() -> agent.received(message, now));
    }

    private void wire(ToManager message) {
      lossy(() -> managerHears(message));
    }

    private void managerHears(ToManager message) {
      if (message instanceof ToManager.Report report) {
        answered.add(report.ref());
        recorded.putIfAbsent(report.ref(), report.ending());
        toWorker(new ToWorker.Acknowledge(report.ref()));
      } else if (message instanceof ToManager.Taken taken) {
        answered.add(taken.ref());
      } else if (message instanceof ToManager.Refused refused) {
        throw new AssertionError(refused);
      } else if (message instanceof ToManager.Join || message instanceof ToManager.Heartbeat) {
        boolean forgets = random.nextInt(10) == 0;
        toWorker(forgets ? new ToWorker.JoinAgain() : new ToWorker.Welcome());
      }
    }

    @Override
    public void start(Order order) {
      AttemptRef ref = order.ref();
      assertThat(starts.add(ref)).as("%s starts once", ref).isTrue();
      occupy(ref);
      later(
          random.nextInt(30),
          () -> {
            if (!live.containsKey(ref)) {
              return;
            }
            agent.started(ref, now);
            int millis = random.nextInt(6_000);
            int code = random.nextInt(3) == 0 ? 143 : random.nextInt(2);
            later(millis, () -> end(ref, new Ending.Exited(code)));
          });
    }

    @Override
    public void clean(Order order) {
      assertThat(recorded).as("cleaned only when recorded").containsKey(order.ref());
      live.put(order.ref(), false);
      later(random.nextInt(3_000), () -> clean(order.ref()));
    }

    @Override
    public void checkpoint(AttemptRef ref) {
      later(random.nextInt(2_000), () -> agent.saved(ref, now, 1, 1, now));
    }

    @Override
    public void stop(AttemptRef ref, long graceMillis) {
      later(
          random.nextInt(5_000),
          () -> {
            end(ref, new Ending.Stopped());
          });
    }

    private void occupy(AttemptRef ref) {
      live.put(ref, true);
      assertThat(live.size()).isLessThanOrEqualTo(CORES);
    }

    private void end(AttemptRef ref, Ending ending) {
      if (live.remove(ref, true)) {
        agent.ended(ref, ending, 1, "", now);
      }
    }

    private void clean(AttemptRef ref) {
      live.remove(ref);
      agent.cleaned(ref, now);
    }
  }

  @Test
  void theStoryIsTheSameForTheSameSeed() {
    World first = new World(7);
    World second = new World(7);
    first.run();
    second.run();
    assertThat(second.recorded).isEqualTo(first.recorded);
    assertThat(second.now).isEqualTo(first.now);
    assertThat(first.recorded).containsKey(ref(0));
  }
}
