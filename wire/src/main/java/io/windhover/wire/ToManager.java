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

  /**
   * How it ended. Said again until {@link ToWorker.Acknowledge}.
   *
   * @param cleansUp whether the worker will clean up and then say {@link Cleaned}; until then it
   *     has no room for anything else in the attempt's place
   */
  record Report(AttemptRef ref, Ending ending, long ranMillis, String tail, boolean cleansUp)
      implements ToManager {
    /** One that leaves nothing to clean up. */
    public Report(AttemptRef ref, Ending ending, long ranMillis, String tail) {
      this(ref, ending, ranMillis, tail, false);
    }
  }

  /**
   * What this attempt has done so far is safe. Said again until {@link ToWorker.CheckpointKnown}.
   *
   * @param number of the last wish that this answers; 0 where there was none
   * @param progressMillis how much of the attempt's work is safe in all
   * @param tookMillis how long it took to make it safe
   * @param bytes how much is kept
   */
  record Checkpointed(AttemptRef ref, int number, long progressMillis, long tookMillis, long bytes)
      implements ToManager {}

  /** The cleanup after this attempt is over. Said again until {@link ToWorker.RoomIsFree}. */
  record Cleaned(AttemptRef ref) implements ToManager {}

  /** A worker that counts no cores takes something (false) or nothing now, whatever it runs. */
  record Busy(boolean busy) implements ToManager {}

  /** A worker that has joined now has this much room; what it runs goes on. */
  record Resized(int cores, long memoryBytes) implements ToManager {}

  /** Still there, with these attempts that are not over; reports are said before it. */
  record Heartbeat(Held held) implements ToManager {
    public Heartbeat() {
      this(Held.UNSAID);
    }
  }

  /**
   * The machine has stood still, as far as the worker can tell by its clocks. Said with heartbeats
   * until one is answered.
   *
   * @param fromMillis since when, by the worker's clock
   * @param millis for how long
   */
  record Slept(long fromMillis, long millis) implements ToManager {}

  /** Going away for good; nothing is running here any more. */
  record Leave() implements ToManager {}
}
