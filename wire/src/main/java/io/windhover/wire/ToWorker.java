package io.windhover.wire;

/** What a manager says to a worker. Every message may be lost, late or doubled. */
public sealed interface ToWorker {
  /** Run this attempt now. Said again until {@link ToManager.Taken}, a report or a refusal. */
  record Execute(Order order) implements ToWorker {}

  /** End this attempt's whole process tree; the worker answers with a report of the attempt. */
  record Cancel(AttemptRef ref) implements ToWorker {}

  /**
   * Save what this attempt has done, now. Said again until {@link ToManager.Checkpointed} answers
   * it.
   *
   * @param number of the wish, from 1 on: one that is known is not carried out again
   */
  record Checkpoint(AttemptRef ref, int number) implements ToWorker {}

  /** What was said of a checkpoint of this attempt is recorded; stop repeating it. */
  record CheckpointKnown(AttemptRef ref) implements ToWorker {}

  /** The report of this attempt is recorded; stop repeating it, clean up, free the room. */
  record Acknowledge(AttemptRef ref) implements ToWorker {}

  /** It is recorded that you have cleaned up after this attempt; stop repeating it. */
  record RoomIsFree(AttemptRef ref) implements ToWorker {}

  /**
   * You are known; the manager hears you. Also the answer to a {@link ToManager.Heartbeat}.
   *
   * @param sessionKey what a rented machine proves with from now on that it is itself: its join
   *     secret is worth nothing any more; empty for others, and where nothing has changed
   */
  record Welcome(String sessionKey) implements ToWorker {
    public Welcome() {
      this("");
    }

    /** Without the key, which is a secret, since this ends up in logs. */
    @Override
    public String toString() {
      return sessionKey.isEmpty() ? "Welcome" : "Welcome with a session key";
    }
  }

  /**
   * The manager does not know you (it restarted, or gave you up), or is not sure of what you hold:
   * join again.
   */
  record JoinAgain() implements ToWorker {}
}
