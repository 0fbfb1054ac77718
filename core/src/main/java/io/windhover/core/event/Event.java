package io.windhover.core.event;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import java.util.List;

/**
 * A fact. The world may contradict a policy's wishes but never a fact: a report of an attempt that
 * is no longer current is history and changes nothing.
 *
 * <p>Each {@code toString} is the event's form in the decision log: short, stable, one line.
 */
public sealed interface Event {
  /** Order within one instant: task ends, machine changes, arrivals, timers (DESIGN, batches). */
  enum Phase {
    TASK,
    MACHINE,
    ARRIVAL,
    TIMER
  }

  Phase phase();

  /** Something an owner did. */
  sealed interface Arrival extends Event {
    @Override
    default Phase phase() {
      return Phase.ARRIVAL;
    }
  }

  /** Something that happened to a machine, or to a request for one. */
  sealed interface MachineChange extends Event {
    int machine();

    @Override
    default Phase phase() {
      return Phase.MACHINE;
    }
  }

  /** Something that happened to an attempt. */
  sealed interface AttemptChange extends Event {
    AttemptId attempt();

    @Override
    default Phase phase() {
      return Phase.TASK;
    }
  }

  record JobSubmitted(int job, JobSpec spec) implements Arrival {
    @Override
    public String toString() {
      return "submitted " + job + " " + spec.name() + " x" + spec.taskCount();
    }
  }

  record JobCancelled(int job) implements Arrival {
    @Override
    public String toString() {
      return "cancelled " + job;
    }
  }

  /**
   * Its owner has changed what the job is. When only the deadline, or going on after a failure, is
   * another, the job goes on as it is; when its tasks are others, a new job takes its place.
   *
   * @param by the job that takes its place; the job itself when its tasks are as before
   */
  record JobAmended(int job, int by, JobSpec spec) implements Arrival {
    @Override
    public String toString() {
      return "amended " + job + " by " + by + " x" + spec.taskCount();
    }
  }

  /**
   * Puts back tasks that were skipped because others failed and, when asked, those that failed.
   *
   * @param failedToo whether failed tasks are tried again, with all their retries
   * @param only of the failed tasks just these: a group, {@code point}, or a task, {@code point/7};
   *     empty for all
   */
  record RetryRequested(int job, boolean failedToo, String only) implements Arrival {
    public RetryRequested(int job, boolean failedToo) {
      this(job, failedToo, "");
    }

    @Override
    public String toString() {
      return (failedToo ? "retry " : "resume ") + job + (only.isEmpty() ? "" : " " + only);
    }
  }

  /** A machine can take work: one that was launched, or one that came by itself. */
  record MachineReady(int machine, MachineSpec spec) implements MachineChange {
    @Override
    public String toString() {
      return "ready m" + machine + " " + spec.name();
    }
  }

  record MachineHibernated(int machine) implements MachineChange {
    @Override
    public String toString() {
      return "hibernated m" + machine;
    }
  }

  record MachineResumed(int machine) implements MachineChange {
    @Override
    public String toString() {
      return "resumed m" + machine;
    }
  }

  record MachineResized(int machine, int cores, long memoryBytes) implements MachineChange {
    @Override
    public String toString() {
      return "resized m" + machine + " to " + cores;
    }
  }

  /** The provider has said when it will take the machine away. */
  record MachineNotice(int machine, long lostAtMillis) implements MachineChange {
    @Override
    public String toString() {
      return "notice m" + machine + " for " + lostAtMillis;
    }
  }

  /** Gone, with everything that ran on it. */
  record MachineLost(int machine, String why) implements MachineChange {
    @Override
    public String toString() {
      return "lost m" + machine + " (" + why + ")";
    }
  }

  /** What a machine offers has changed; what runs there goes on. */
  record MachineRelabelled(int machine, List<String> labels) implements MachineChange {
    public MachineRelabelled {
      labels = List.copyOf(labels);
    }

    @Override
    public String toString() {
      return "relabelled m" + machine + " to " + String.join(" ", labels);
    }
  }

  /** An administrator wants the machine to be given nothing new, or no longer wants that. */
  record MachineDrained(int machine, boolean drained) implements MachineChange {
    @Override
    public String toString() {
      return (drained ? "drained m" : "undrained m") + machine;
    }
  }

  /**
   * Whether a machine that counts no cores takes anything now: busy means that it does not, be it
   * for a task, for a cleanup or for reasons of its own.
   */
  record MachineBusy(int machine, boolean busy) implements MachineChange {
    @Override
    public String toString() {
      return (busy ? "busy m" : "available m") + machine;
    }
  }

  /** The machine has cleaned up after an attempt that is over: the attempt's room is free. */
  record CleanupEnded(int machine, AttemptId attempt) implements MachineChange {
    @Override
    public String toString() {
      return "cleaned m" + machine + " of " + attempt;
    }
  }

  record LaunchRefused(int machine, String why) implements MachineChange {
    @Override
    public String toString() {
      return "refused m" + machine + " (" + why + ")";
    }
  }

  record AttemptStarted(AttemptId attempt) implements AttemptChange {
    @Override
    public String toString() {
      return "started " + attempt;
    }
  }

  /**
   * Work up to this point of the run is safe in storage that outlives the machine.
   *
   * @param progressMillis run time of this attempt that need not be repeated; time spent on writing
   *     checkpoints does not count
   */
  record AttemptCheckpointed(AttemptId attempt, long progressMillis) implements AttemptChange {
    @Override
    public String toString() {
      return "checkpoint " + attempt + " at " + progressMillis;
    }
  }

  /**
   * Once this attempt ends, which the same batch says next, its machine cleans up after it and
   * keeps its room until {@link CleanupEnded}.
   */
  record AttemptCleansUp(AttemptId attempt) implements AttemptChange {
    @Override
    public String toString() {
      return "cleans up " + attempt;
    }
  }

  record AttemptFinished(AttemptId attempt, long ranMillis) implements AttemptChange {
    @Override
    public String toString() {
      return "finished " + attempt;
    }
  }

  record AttemptFailed(AttemptId attempt, Failure failure, long ranMillis)
      implements AttemptChange {
    @Override
    public String toString() {
      return "failed " + attempt + " (" + failure.text() + ")";
    }
  }

  record PriceChanged(String offer, long pricePerHourNanos) implements Event {
    @Override
    public Phase phase() {
      return Phase.MACHINE;
    }

    @Override
    public String toString() {
      return "price " + offer + " " + pricePerHourNanos;
    }
  }

  /** A moment the policy asked to be woken at. */
  record TimerFired(long wakeAtMillis) implements Event {
    @Override
    public Phase phase() {
      return Phase.TIMER;
    }

    @Override
    public String toString() {
      return "timer " + wakeAtMillis;
    }
  }
}
