package io.windhover.wire;

import java.util.List;

/** What a worker says to the manager. Every message may be lost, late or doubled. */
public sealed interface ToManager {
  /**
   * Here I am, with the attempts I hold: running ones and finished ones whose report is not yet
   * acknowledged. Said again until {@link ToWorker.Welcome}.
   */
  record Join(WorkerProfile profile, List<AttemptRef> held) implements ToManager {
    public Join {
      held = List.copyOf(held);
    }
  }

  /** The order has arrived and will start as soon as its room is clean. */
  record Taken(AttemptRef ref) implements ToManager {}

  /** The order was not taken (no room, shutting down); the attempt never started. */
  record Refused(AttemptRef ref, String why) implements ToManager {}

  /** The command has been started. Not repeated: a lost one is only a less exact start time. */
  record Started(AttemptRef ref) implements ToManager {}

  /** How it ended. Said again until {@link ToWorker.Acknowledge}. */
  record Report(AttemptRef ref, Ending ending, long ranMillis, String tail) implements ToManager {}

  /** A worker that has joined now has this much room; what it runs goes on. */
  record Resized(int cores, long memoryBytes) implements ToManager {}

  /** Still there, with these attempts that are not over; reports are said before it. */
  record Heartbeat(Held held) implements ToManager {
    public Heartbeat() {
      this(Held.UNSAID);
    }
  }

  /** Going away for good; nothing is running here any more. */
  record Leave() implements ToManager {}
}
