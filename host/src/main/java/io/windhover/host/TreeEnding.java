package io.windhover.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Ends processes and all that came from them: SIGTERM to everyone once, after the grace time
 * SIGKILL to whoever is left, again and again until nobody is, since what is killed may have
 * started another process an instant before.
 *
 * <p>Out of reach is a process that both cleared its environment and left its parents.
 */
public final class TreeEnding {
  private static final long PAUSE_MILLIS_MIN = 4;
  private static final long PAUSE_MILLIS_MAX = 100;
  private static final long KILLING_MILLIS_MAX = 10_000;
  private static final int CONTINUED_MAX = 1_000;

  /** One look at nobody is no proof: a process may have made another and ended during it. */
  private static final int EMPTY_LOOKS = 3;

  private final String lineage;
  private final Set<ProcessHandle> known;
  private final Set<ProcessHandle> seen = new HashSet<>();
  private final List<String> suspended = new ArrayList<>();
  private volatile long killAtNanos;

  /** An interruption waits until all are ended: to leave some behind would be worse. */
  private boolean interrupted;

  public TreeEnding(String lineage, Collection<ProcessHandle> roots, long graceMillis) {
    this.lineage = lineage;
    this.known = new LinkedHashSet<>(roots);
    this.killAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(graceMillis);
  }

  /** Shortens the grace time, never lengthens it. */
  public void within(long graceMillis) {
    long atNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(graceMillis);
    synchronized (this) {
      if (atNanos - killAtNanos < 0) {
        killAtNanos = atNanos;
        notifyAll();
      }
    }
  }

  /**
   * Ends them; returns when all are gone, or at last when those that are left do not even die of
   * SIGKILL (another user's, or stuck in the kernel).
   */
  public Ended run() {
    try {
      return endAll();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Ended endAll() {
    long pauseMillis = PAUSE_MILLIS_MIN;
    long giveUpNanos = TimeUnit.MILLISECONDS.toNanos(KILLING_MILLIS_MAX);
    int emptyLooks = 0;
    while (true) {
      long overdueNanos = System.nanoTime() - killAtNanos;
      int before = seen.size();
      suspended.clear();
      boolean killing = overdueNanos >= 0;
      boolean inHurry = killing && before > 0;
      Set<ProcessHandle> left =
          ProcessTable.find(lineage, known, inHurry ? this::kill : found -> {});
      // Parents first: a shell that sees its child die goes on to its next command.
      List<ProcessHandle> byAge = ProcessTable.byAge(left);
      known.addAll(byAge);
      byAge.forEach(killing ? this::kill : this::ask);
      boolean news = seen.size() > before;
      emptyLooks = left.isEmpty() && !news ? emptyLooks + 1 : 0;
      if (emptyLooks == EMPTY_LOOKS || overdueNanos > giveUpNanos) {
        return new Ended(seen.size(), left.size());
      }
      if (!suspended.isEmpty()) {
        continueAll();
      }
      if (!left.isEmpty()) {
        pauseMillis = news ? PAUSE_MILLIS_MIN : Math.min(2 * pauseMillis, PAUSE_MILLIS_MAX);
        await(left, pauseMillis);
      }
    }
  }

  private void ask(ProcessHandle process) {
    if (seen.add(process)) {
      process.destroy();
      if (ProcessTable.isSuspended(process) && suspended.size() < CONTINUED_MAX) {
        suspended.add(Long.toString(process.pid()));
      }
    }
  }

  private void kill(ProcessHandle process) {
    seen.add(process);
    process.destroyForcibly();
  }

  /** SIGCONT, which Java cannot send; those that do not get it are killed in the end. */
  private void continueAll() {
    String pids = String.join(" ", suspended);
    try {
      Process kill =
          new ProcessBuilder(List.of("/bin/sh", "-c", "kill -CONT " + pids))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(1, TimeUnit.SECONDS)) {
        kill.destroyForcibly();
      }
    } catch (IOException notThere) {
      // SIGKILL comes to them without it.
    } catch (InterruptedException e) {
      interrupted = true;
    }
  }

  /** A pause that ends early when all are gone or the grace time was shortened. */
  private void await(Set<ProcessHandle> left, long millis) {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (this) {
      while (true) {
        long nowNanos = System.nanoTime();
        long restNanos = Math.min(untilNanos - nowNanos, untilKillNanos(nowNanos));
        if (restNanos <= 0 || left.stream().noneMatch(ProcessTable::lives)) {
          return;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, Math.min(restNanos, 5_000_000));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
  }

  private long untilKillNanos(long nowNanos) {
    long nanos = killAtNanos - nowNanos;
    return nanos > 0 ? nanos : Long.MAX_VALUE;
  }

  /**
   * What came of it.
   *
   * @param ended processes found
   * @param left of those, the ones that could not be ended
   */
  public record Ended(int ended, int left) {}
}
