package io.windhover.core.policy;

import io.windhover.core.model.AttemptId;

/**
 * A wish. Its identity is (batch sequence, place in the decision), so acting twice is harmless;
 * each {@code toString} is its form in the decision log.
 */
public sealed interface Action {
  /** Hands the wish to the method for its kind. */
  void carryOut(ActionSink sink);

  /** Rent a machine. Ids of new machines follow on: {@link WorldView#nextMachineId} and up. */
  record Launch(int machine, String offer) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.launch(this);
    }

    @Override
    public String toString() {
      return "launch m" + machine + " " + offer;
    }
  }

  /** Give the machine back; what still runs there is lost and goes back to waiting. */
  record Release(int machine) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.release(this);
    }

    @Override
    public String toString() {
      return "release m" + machine;
    }
  }

  /** No new tasks for this machine. */
  record Drain(int machine) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.drain(this);
    }

    @Override
    public String toString() {
      return "drain m" + machine;
    }
  }

  /** Start this attempt on this machine, now. */
  record Assign(AttemptId attempt, int machine) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.assign(this);
    }

    @Override
    public String toString() {
      return "assign " + attempt + " m" + machine;
    }
  }

  /** End this attempt; its task goes back to waiting unless it is settled. */
  record Stop(AttemptId attempt) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.stop(this);
    }

    @Override
    public String toString() {
      return "stop " + attempt;
    }
  }

  /** Write a checkpoint now. */
  record Checkpoint(AttemptId attempt) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.checkpoint(this);
    }

    @Override
    public String toString() {
      return "checkpoint " + attempt;
    }
  }

  /** Be asked again at this moment even if nothing happens. */
  record WakeAt(long atMillis) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.wakeAt(this);
    }

    @Override
    public String toString() {
      return "wake " + atMillis;
    }
  }

  /** The job cannot be done here; none of its tasks will be started. */
  record Reject(int job, Reason reason) implements Action {
    @Override
    public void carryOut(ActionSink sink) {
      sink.reject(this);
    }

    @Override
    public String toString() {
      return "reject " + job + " (" + reason.text() + ")";
    }
  }
}
