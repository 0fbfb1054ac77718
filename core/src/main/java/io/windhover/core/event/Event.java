package io.windhover.core.event;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A fact. The world may contradict a policy's wishes but never a fact: a report of an attempt that
 * is no longer current is history and changes nothing.
 *
 * <p>Each {@code toString} is the event's form in the decision log: short, stable, one line.
 */
public sealed interface Event
    permits Event.Arrival,
        Event.AttemptChange,
        Event.JobForgotten,
        Event.LimitsChanged,
        Event.OfferChange,
        Event.TimerFired,
        MachineChange {
  /** Order within one instant: task ends, machine changes, arrivals, timers (DESIGN, batches). */
  enum Phase {
    TASK,
    MACHINE,
    ARRIVAL,
    TIMER
  }

  Phase phase();

  /** Hands the event to the method for its kind. */
  void tell(EventReader reader);

  /** Something an owner did. */
  sealed interface Arrival extends Event {
    @Override
    default Phase phase() {
      return Phase.ARRIVAL;
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
    public void tell(EventReader reader) {
      reader.submitted(this);
    }

    @Override
    public String toString() {
      return "submitted " + job + " " + spec.name() + " x" + spec.taskCount();
    }
  }

  record JobCancelled(int job) implements Arrival {
    @Override
    public void tell(EventReader reader) {
      reader.cancelled(this);
    }

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
    public void tell(EventReader reader) {
      reader.amended(this);
    }

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
    public void tell(EventReader reader) {
      reader.retryRequested(this);
    }

    @Override
    public String toString() {
      return (failedToo ? "retry " : "resume ") + job + (only.isEmpty() ? "" : " " + only);
    }
  }

  record AttemptStarted(AttemptId attempt) implements AttemptChange {
    @Override
    public void tell(EventReader reader) {
      reader.attemptStarted(this);
    }

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
   * @param tookMillis how long it took to make it safe; 0 when nobody has measured it
   * @param bytes how much is kept; 0 when nobody has counted
   */
  record AttemptCheckpointed(AttemptId attempt, long progressMillis, long tookMillis, long bytes)
      implements AttemptChange {
    /** One that nobody has measured. */
    public AttemptCheckpointed(AttemptId attempt, long progressMillis) {
      this(attempt, progressMillis, 0, 0);
    }

    @Override
    public void tell(EventReader reader) {
      reader.attemptCheckpointed(this);
    }

    @Override
    public String toString() {
      return "checkpoint " + attempt + " at " + progressMillis;
    }
  }

  /**
   * Once this attempt ends, which the same batch says next, its machine cleans up after it and
   * keeps its room until {@link MachineChange.CleanupEnded}.
   */
  record AttemptCleansUp(AttemptId attempt) implements AttemptChange {
    @Override
    public void tell(EventReader reader) {
      reader.attemptCleansUp(this);
    }

    @Override
    public String toString() {
      return "cleans up " + attempt;
    }
  }

  record AttemptFinished(AttemptId attempt, long ranMillis) implements AttemptChange {
    @Override
    public void tell(EventReader reader) {
      reader.attemptFinished(this);
    }

    @Override
    public String toString() {
      return "finished " + attempt;
    }
  }

  record AttemptFailed(AttemptId attempt, Failure failure, long ranMillis)
      implements AttemptChange {
    @Override
    public void tell(EventReader reader) {
      reader.attemptFailed(this);
    }

    @Override
    public String toString() {
      return "failed " + attempt + " (" + failure.text() + ")";
    }
  }

  /** What can be rented, or its price, has become otherwise. */
  sealed interface OfferChange extends Event {
    @Override
    default Phase phase() {
      return Phase.MACHINE;
    }
  }

  /**
   * What can be rented from now on, in the order of the catalogue: all of it, at its price. What is
   * rented already stays on the terms it was rented on.
   */
  record OffersChanged(List<Offer> offers) implements OfferChange {
    public OffersChanged {
      offers = List.copyOf(offers);
    }

    @Override
    public void tell(EventReader reader) {
      reader.offersChanged(this);
    }

    @Override
    public String toString() {
      return "offers " + offers.stream().map(Offer::name).collect(Collectors.joining(" "));
    }
  }

  /** How much may be rented from now on, whatever is offered. */
  record LimitsChanged(Limits limits) implements Event {
    @Override
    public void tell(EventReader reader) {
      reader.limitsChanged(this);
    }

    @Override
    public Phase phase() {
      return Phase.MACHINE;
    }

    @Override
    public String toString() {
      return "limits " + limits;
    }
  }

  /** The price of an offer; its terms say whether what is rented by it follows. */
  record PriceChanged(String offer, long pricePerHourNanos) implements OfferChange {
    @Override
    public void tell(EventReader reader) {
      reader.priceChanged(this);
    }

    @Override
    public String toString() {
      return "price " + offer + " " + pricePerHourNanos;
    }
  }

  /** The job is over and leaves the world; what is on disk about it stays. */
  record JobForgotten(int job) implements Event {
    @Override
    public void tell(EventReader reader) {
      reader.forgotten(this);
    }

    @Override
    public Phase phase() {
      return Phase.TIMER;
    }

    @Override
    public String toString() {
      return "forgotten " + job;
    }
  }

  /** A moment the policy asked to be woken at. */
  record TimerFired(long wakeAtMillis) implements Event {
    @Override
    public void tell(EventReader reader) {
      reader.timerFired(this);
    }

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
