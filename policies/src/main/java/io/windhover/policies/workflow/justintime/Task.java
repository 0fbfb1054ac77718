package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.Need;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One task of a live job on its way. */
final class Task {
  enum State {
    /** For its parents. */
    WAITS,
    READY,
    RUNS,
    OVER
  }

  /** Of tasks that compete, the one that must start first goes first. */
  static final Comparator<Task> URGENCY =
      (a, b) -> {
        int byStart = Long.compare(a.latestStartMillis, b.latestStartMillis);
        if (byStart != 0) {
          return byStart;
        }
        int byJob = Integer.compare(a.job.id, b.job.id);
        return byJob != 0 ? byJob : Integer.compare(a.index, b.index);
      };

  /** The moment at which a machine must be found for the task. */
  record Due(long atMillis, Task task) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byMoment = Long.compare(atMillis, other.atMillis);
      return byMoment != 0 ? byMoment : URGENCY.compare(task, other.task);
    }
  }

  static final long NOT_QUEUED = Long.MIN_VALUE;

  final LiveJob job;
  final int node;

  /** Within the job. */
  final int index;

  /** The planned type; -1 when no type that is offered can hold it. */
  final int type;

  /** On the planned type. */
  final long runMillis;

  final long latestStartMillis;
  final long latestEndMillis;

  /** What those after it count on: its latest end, or earlier once one of them is booked. */
  long promisedEndMillis;

  /** Of a task that is booked: when it will have ended if no other goes before it. */
  long projectedEndMillis;

  /** Of a task that is booked: when its lane must be free for it and all behind it. */
  long placeLimitMillis;

  /** By what factor longer than estimated it is planned. */
  final double stretch;

  /** When it must have ended if all that follows is done in a hurry. */
  final long hurriedEndMillis;

  /** When it must have ended if all that follows is to take as long as estimated. */
  final long hardEndMillis;

  /** When a machine must be asked for if nothing else has turned up. */
  long bookAtMillis;

  /** At which moment it stands in the queue of bookings. */
  long queuedAtMillis = NOT_QUEUED;

  State state = State.WAITS;

  /** Whether the board has it among what floats. */
  boolean floating;

  /** Where it runs, or will: it is booked. */
  @Nullable Lane lane;

  /** Of a task that runs: when it will have ended at the latest, as far as experience tells. */
  long endMillis;

  /** When it ends if it takes as long as estimated. */
  long expectedEndMillis;

  Task(LiveJob job, int node, int index, long bookBeforeMillis) {
    this.job = job;
    this.node = node;
    this.index = index;
    this.type = job.work.rentable()[node] ? job.plan.types()[node] : -1;
    this.runMillis = type < 0 ? 0 : job.work.dag().millis(node, type);
    this.latestStartMillis = job.submittedMillis + job.plan.latestStarts()[node];
    this.latestEndMillis = job.submittedMillis + job.plan.latestEnds()[node];
    this.promisedEndMillis = latestEndMillis;
    this.stretch = job.plan.stretch(node, runMillis);
    this.hurriedEndMillis = job.submittedMillis + job.plan.hurriedEnds()[node];
    this.hardEndMillis = job.submittedMillis + job.plan.hardEnds()[node];
    this.bookAtMillis = job.submittedMillis + job.plan.bookStarts()[node] - bookBeforeMillis;
  }

  /** It waits for nothing but a free machine, and has none. */
  boolean floats() {
    return state == State.READY && lane == null;
  }

  /** Whether the other is one of its parents. */
  @SuppressWarnings("ReferenceEquality")
  boolean waitsFor(Task other) {
    if (other.job != job) {
      return false;
    }
    for (int parent : job.work.dag().parents(node)) {
      if (parent == other.node) {
        return true;
      }
    }
    return false;
  }

  boolean isOpen() {
    return state == State.WAITS || state == State.READY;
  }

  /** It runs there, or is booked there. */
  @SuppressWarnings("ReferenceEquality")
  boolean isOn(Lane other) {
    return lane == other;
  }

  /**
   * Of a task that runs: when those after it may count on it. The plan has kept back enough for it
   * to be late; only once it is expected beyond that is the worst expected of it.
   */
  long trustedEndMillis() {
    return Math.min(endMillis, Math.max(latestEndMillis, expectedEndMillis));
  }

  Need need() {
    return job.work.spec().groups().get(node).need();
  }

  long runMillisOn(int other) {
    return job.work.dag().millis(node, other);
  }

  /** So long, with the reserve for errors. */
  long stretched(long millis) {
    return ClassPlan.stretched(millis, stretch);
  }

  /** With the reserve for errors. */
  long reservedMillisOn(int other) {
    return stretched(runMillisOn(other));
  }
}
