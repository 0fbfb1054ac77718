package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.HeldAttempt.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The attempts a worker holds, in order of arrival, the cores and memory they take up, and the last
 * word on those that are over, the oldest of which is forgotten when there are too many.
 */
final class Holdings {
  private static final Comparator<HeldAttempt> OLDEST_FIRST =
      Comparator.comparingLong((HeldAttempt attempt) -> attempt.takenAtMillis)
          .thenComparing(
              HeldAttempt::ref,
              Comparator.comparingInt(AttemptRef::job)
                  .thenComparingInt(AttemptRef::task)
                  .thenComparingInt(AttemptRef::attempt));

  /** By their numbers: of two managers' states with the same numbers one is held at a time. */
  private final Map<AttemptRef, HeldAttempt> held = new LinkedHashMap<>();

  private final ArrayDeque<HeldAttempt> waiting = new ArrayDeque<>();
  private final Map<AttemptRef, ToManager> over = new LinkedHashMap<>();
  private WorkerProfile profile;
  private final int rememberedMax;
  private final Comparator<HeldAttempt> killOrder;
  private int coresFree;
  private long memoryFree;

  Holdings(WorkerProfile profile, AgentSettings settings) {
    this.profile = profile;
    this.coresFree = profile.cores();
    this.memoryFree = profile.memoryBytes();
    this.rememberedMax = settings.rememberedMax();
    this.killOrder = settings.killsOldest() ? OLDEST_FIRST : OLDEST_FIRST.reversed();
  }

  /** There is more or less room from now on; what is taken of it stays taken. */
  void resize(int cores, long memoryBytes) {
    coresFree += cores - profile.cores();
    memoryFree += memoryBytes - profile.memoryBytes();
    profile = profile.resized(cores, memoryBytes);
  }

  /** Those that must end so that the rest has room, by the kill order, as few as will do. */
  List<HeldAttempt> withoutRoom() {
    List<HeldAttempt> inOrder = all();
    inOrder.sort(killOrder);
    int cores = coresFree;
    long memoryBytes = memoryFree;
    for (HeldAttempt attempt : inOrder) {
      if (attempt.isStopping()) {
        cores += attempt.order.cores();
        memoryBytes += attempt.order.memoryBytes();
      }
    }
    List<HeldAttempt> ending = new ArrayList<>();
    for (HeldAttempt attempt : inOrder) {
      boolean fits = cores >= 0 && memoryBytes >= 0;
      if (attempt.phase == Phase.WAITING && whyNot(attempt.order) != null) {
        ending.add(attempt);
      } else if (attempt.phase == Phase.RUNNING && !attempt.isStopping() && !fits) {
        cores += attempt.order.cores();
        memoryBytes += attempt.order.memoryBytes();
        ending.add(attempt);
      }
    }
    return ending;
  }

  @Nullable HeldAttempt find(AttemptRef ref) {
    HeldAttempt attempt = held.get(ref.numbers());
    return attempt == null || !attempt.ref().mayBe(ref) ? null : attempt;
  }

  /** The attempt, which the runner speaks of and which must therefore be in this phase. */
  HeldAttempt in(Phase phase, AttemptRef ref) {
    HeldAttempt attempt = find(ref);
    if (attempt == null || attempt.phase != phase) {
      throw new IllegalStateException(
          "the runner spoke of %s, which is %s, not %s"
              .formatted(ref, attempt == null ? "not held" : attempt.phase, phase));
    }
    return attempt;
  }

  /** A copy, so that attempts may come and go while it is gone through. */
  List<HeldAttempt> all() {
    return new ArrayList<>(held.values());
  }

  int coresFree() {
    return coresFree;
  }

  int size() {
    return held.size();
  }

  List<AttemptRef> unacknowledged() {
    List<AttemptRef> refs = new ArrayList<>();
    for (HeldAttempt attempt : held.values()) {
      if (attempt.phase.compareTo(Phase.CLEANING) < 0) {
        refs.add(attempt.ref());
      }
    }
    return refs;
  }

  /** Those whose end was not said yet. */
  Held unfinished() {
    List<AttemptRef> refs = new ArrayList<>();
    for (HeldAttempt attempt : held.values()) {
      if (attempt.phase.compareTo(Phase.REPORTING) < 0) {
        refs.add(attempt.ref());
      }
    }
    return Held.of(refs);
  }

  /** Why an order cannot be taken; null when it can. */
  @Nullable String whyNot(Order order, int heldMax) {
    String tooLarge = whyNot(order);
    if (tooLarge != null) {
      return tooLarge;
    }
    if (held.containsKey(order.ref().numbers())) {
      return order.ref() + " of another manager's state has not ended here";
    }
    return held.size() >= heldMax ? "the worker holds " + held.size() + " attempts" : null;
  }

  private @Nullable String whyNot(Order order) {
    return order.cores() > profile.cores() || order.memoryBytes() > profile.memoryBytes()
        ? "needs %d cores and %d bytes of memory, the worker has %d and %d"
            .formatted(order.cores(), order.memoryBytes(), profile.cores(), profile.memoryBytes())
        : null;
  }

  /** Puts an attempt at the end of those that wait. */
  HeldAttempt add(Order order) {
    HeldAttempt attempt = new HeldAttempt(order);
    held.put(order.ref().numbers(), attempt);
    waiting.add(attempt);
    return attempt;
  }

  /** Holds one of an earlier life, whose room is not free if its cleanup is still to come. */
  void recover(HeldAttempt attempt) {
    held.put(attempt.ref().numbers(), attempt);
    if (attempt.phase == Phase.REPORTING && attempt.mustClean()) {
      occupy(attempt);
    }
  }

  void stopWaiting(HeldAttempt attempt) {
    waiting.remove(attempt);
  }

  /** Gives the first that waits its room, or nothing when there is none that waits or fits. */
  @Nullable HeldAttempt occupyNext() {
    HeldAttempt first = waiting.peek();
    if (first == null
        || first.order.cores() > coresFree
        || first.order.memoryBytes() > memoryFree) {
      return null;
    }
    waiting.remove();
    occupy(first);
    return first;
  }

  private void occupy(HeldAttempt attempt) {
    attempt.occupies = true;
    coresFree -= attempt.order.cores();
    memoryFree -= attempt.order.memoryBytes();
  }

  /** Frees the room of an attempt that is over and keeps only the last word on it. */
  void forget(HeldAttempt attempt) {
    held.remove(attempt.ref().numbers());
    freeRoomOf(attempt);
    ToManager.Report report = attempt.reported();
    remember(
        report.ref(), new ToManager.Report(report.ref(), report.ending(), report.ranMillis(), ""));
  }

  /** Of one whose command has ended, once. */
  void freeRoomOf(HeldAttempt attempt) {
    if (attempt.occupies) {
      attempt.occupies = false;
      coresFree += attempt.order.cores();
      memoryFree += attempt.order.memoryBytes();
    }
  }

  @Nullable ToManager lastWord(AttemptRef ref) {
    return over.get(ref);
  }

  void remember(AttemptRef ref, ToManager lastWord) {
    over.put(ref, lastWord);
    if (over.size() > rememberedMax) {
      over.remove(over.keySet().iterator().next());
    }
  }
}
