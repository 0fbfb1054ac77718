package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;
import io.windhover.wire.WorkerProfile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A worker on this machine: an {@link Agent} with real processes, real time and a wire.
 *
 * <p>Whatever happens (a message, a process that starts or ends, a timer) is put into a queue, and
 * the thread that finds nobody at work empties it: one event at a time, in order, without a change
 * of thread. What comes from within an event waits until that event is over.
 */
public final class LocalWorker implements AutoCloseable {
  /** More than ending all processes may take beyond the grace and farewell times. */
  private static final long ENDING_MILLIS_MAX = 15_000;

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(Standstill.TICK_MILLIS);

  private final AgentSettings settings;
  private final LocalProcesses processes;
  private final Agent agent;
  private final AttemptsOnDisk disk;
  private final Standstill standstill;
  private final long originNanos = System.nanoTime();

  private final Queue<LongConsumer> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final CountDownLatch left = new CountDownLatch(1);
  private final Thread timer = new Thread(this::keepTime, "windhover-worker-timer");
  private volatile long wakeAtMillis = HeldAttempt.NEVER;
  private volatile long timerSleepsUntilMillis = HeldAttempt.NEVER;
  private volatile boolean tickIsQueued;
  private volatile int coresFree;
  private volatile @Nullable WorkerLink link;
  private volatile Runnable onLeft = () -> {};

  /**
   * Makes a worker that does nothing yet and will remember nothing.
   *
   * @param notices told, in a line for people, of what nobody else would hear of
   */
  public LocalWorker(
      WorkerProfile profile,
      AgentSettings settings,
      ProcessSettings processSettings,
      Consumer<String> notices)
      throws IOException {
    this(profile, settings, processSettings, AttemptsOnDisk.none(), notices);
  }

  /**
   * Makes a worker that does nothing yet.
   *
   * @param disk where it writes down what it has begun, and finds what an earlier life had
   * @param notices told, in a line for people, of what nobody else would hear of
   */
  public LocalWorker(
      WorkerProfile profile,
      AgentSettings settings,
      ProcessSettings processSettings,
      AttemptsOnDisk disk,
      Consumer<String> notices)
      throws IOException {
    this(profile, settings, processSettings, disk, notices, System::currentTimeMillis);
  }

  /**
   * As the other, with another clock for the time of day: one that jumps was asleep.
   *
   * @param wallMillis the clock
   */
  LocalWorker(
      WorkerProfile profile,
      AgentSettings settings,
      ProcessSettings processSettings,
      AttemptsOnDisk disk,
      Consumer<String> notices,
      LongSupplier wallMillis)
      throws IOException {
    this.settings = settings;
    this.standstill = new Standstill(wallMillis, this::nowMillis);
    this.disk = disk;
    this.processes =
        new LocalProcesses(
            processSettings,
            new ToAgent(),
            notices,
            toClean(disk.earlier()),
            standstill::awakeMillis);
    this.agent = new Agent(profile, settings, disk.before(processes), this::send);
    agent.recover(disk.earlier());
    timer.setDaemon(true);
  }

  private static Set<AttemptRef> toClean(List<HeldAttempt> earlier) {
    return earlier.stream()
        .filter(attempt -> attempt.phase == HeldAttempt.Phase.REPORTING && attempt.mustClean())
        .map(HeldAttempt::ref)
        .collect(Collectors.toSet());
  }

  /** Where the wire brings what the manager says. */
  public WorkerLink.Receiver receiver() {
    return this::received;
  }

  /** Joins the pool over this wire; once. */
  public void connect(WorkerLink wire) {
    if (timer.getState() != Thread.State.NEW) {
      throw new IllegalStateException("connected already");
    }
    link = wire;
    timer.start();
    post(agent::start);
  }

  /** The machine has this much from now on; what no longer fits is ended, the newest first. */
  public void resize(int cores, long memoryBytes) {
    post(now -> agent.resized(cores, memoryBytes, now));
  }

  /** The machine will be ended or frozen in so long: what runs is saved, if there is time. */
  public void notice(long leftMillis) {
    post(now -> agent.noticed(leftMillis));
  }

  /** Told, perhaps more than once, that this worker has left, be it by itself. */
  public void whenLeft(Runnable told) {
    onLeft = told;
  }

  /**
   * Ends all commands with their descendants (SIGTERM, after the grace time SIGKILL), reports them
   * as stopped, waits a little for the manager's answers, says goodbye and closes the wire. A
   * second call, from another thread, can shorten the grace time of the first.
   *
   * @return whether all of that was done; false when it took too long
   */
  public boolean shutdown(Duration grace) {
    post(now -> agent.shutdown(grace.toMillis(), now));
    long millisMax = grace.toMillis() + settings.farewellMillis() + ENDING_MILLIS_MAX;
    boolean done = awaitLeft(millisMax);
    processes.close();
    closeWire();
    post(now -> disk.close());
    LockSupport.unpark(timer);
    return done;
  }

  /** Not before the other of two shutdowns has: who returns from one may end the program. */
  private synchronized void closeWire() {
    WorkerLink wire = link;
    if (wire != null) {
      link = null;
      wire.close();
    }
  }

  /**
   * Waits until nothing is held: no command runs, all reports are acknowledged, all cleanups have
   * ended.
   *
   * @return whether that is so; false when it took longer, or the thread was interrupted
   */
  public boolean awaitIdle(Duration longest) {
    long untilNanos = System.nanoTime() + longest.toNanos();
    while (true) {
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      post(now -> answer.complete(agent.idle()));
      boolean idle = answer.join();
      if (idle || System.nanoTime() - untilNanos >= 0 || Thread.interrupted()) {
        return idle;
      }
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  /** As {@link #shutdown} with the usual grace time. */
  @Override
  public void close() {
    shutdown(Duration.ofMillis(settings.graceMillis()));
  }

  private boolean awaitLeft(long millisMax) {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return left.await(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void send(ToManager message) {
    disk.says(message);
    WorkerLink wire = link;
    if (wire != null) {
      ToManager slept = message instanceof ToManager.Heartbeat ? standstill.toSay() : null;
      if (slept != null) {
        wire.send(slept);
      }
      wire.send(message);
    }
  }

  private void received(ToWorker message) {
    post(
        now -> {
          disk.hears(message);
          if (message instanceof ToWorker.Welcome) {
            standstill.answered();
          }
          agent.received(message, now);
        });
  }

  private void post(LongConsumer event) {
    events.add(event);
    if (pending.getAndIncrement() > 0) {
      return;
    }
    do {
      handle(events.remove());
      disk.flush();
      wakeAtMillis = agent.nextWakeMillis();
      coresFree = agent.coresFree();
      if (agent.left()) {
        left.countDown();
        onLeft.run();
      }
    } while (pending.decrementAndGet() > 0);
    if (wakeAtMillis < timerSleepsUntilMillis) {
      LockSupport.unpark(timer);
    }
    WorkerLink wire = link;
    if (wire != null) {
      wire.freeCores(coresFree);
      wire.flush();
    }
  }

  private void handle(LongConsumer event) {
    try {
      event.accept(nowMillis());
    } catch (RuntimeException | Error bug) {
      // To whoever looks after this program's bugs; the thread may be the wire's, which goes on.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, bug);
    }
  }

  private void keepTime() {
    while (left.getCount() > 0) {
      standstill.tick();
      long until = wakeAtMillis;
      timerSleepsUntilMillis = until;
      if (wakeAtMillis < until) {
        continue;
      }
      long nanos = TimeUnit.MILLISECONDS.toNanos(until - nowMillis());
      if (nanos > 0) {
        LockSupport.parkNanos(this, Math.min(nanos, TICK_NANOS));
      } else {
        tick();
      }
    }
  }

  /** One tick at a time: another thread may be long in emptying the queue. */
  private void tick() {
    tickIsQueued = true;
    post(
        now -> {
          tickIsQueued = false;
          agent.tick(now);
        });
    while (tickIsQueued) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private long nowMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - originNanos);
  }

  /** What the processes do, told to the agent. */
  private final class ToAgent implements Runner.Listener {
    @Override
    public void started(AttemptRef ref) {
      post(now -> agent.started(ref, now));
    }

    @Override
    public void ended(AttemptRef ref, Ending ending, long ranMillis, String tail) {
      post(now -> agent.ended(ref, ending, ranMillis, tail, now));
    }

    @Override
    public void saved(AttemptRef ref, long progressMillis, long tookMillis, long bytes) {
      post(now -> agent.saved(ref, progressMillis, tookMillis, bytes, now));
    }

    @Override
    public void cleaned(AttemptRef ref) {
      post(now -> agent.cleaned(ref, now));
    }
  }
}
