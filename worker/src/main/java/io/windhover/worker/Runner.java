package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;

/**
 * What runs the commands of a worker. Its methods return at once and never throw for what a command
 * does; every {@link #start} is answered by exactly one {@link Listener#ended} and every {@link
 * #clean} by exactly one {@link Listener#cleaned}, from any thread, even from within the call: a
 * listener puts the news aside and takes it up later.
 */
public interface Runner {
  /** Starts the order's command. */
  void start(Order order);

  /** Starts the order's cleanup command. */
  void clean(Order order);

  /**
   * Ends what runs for this attempt, command or cleanup, with all its descendants: asked to end
   * now, killed after the grace time. Nothing happens when nothing runs; a second call may shorten
   * the grace time.
   */
  void stop(AttemptRef ref, long graceMillis);

  /**
   * Saves what the command of this attempt has done, while it runs. Answered by one {@link
   * Listener#saved}, unless the command ends before.
   */
  void checkpoint(AttemptRef ref);

  /** Told what happens to the commands. */
  interface Listener {
    /** The command's process is there. */
    void started(AttemptRef ref);

    /**
     * The command's process is gone, and if it was stopped its descendants too.
     *
     * @param ending {@link Ending.Stopped} when {@link Runner#stop} was called before it ended
     * @param tail the last lines of its output; may be empty for a success
     */
    void ended(AttemptRef ref, Ending ending, long ranMillis, String tail);

    /**
     * What an attempt has done was made safe, because that was wished or of the command's own
     * accord; or it was wished and could not be.
     *
     * @param progressMillis how much of its work; 0 when nothing new is safe
     * @param tookMillis how long that took; 0 when nothing new is safe
     */
    void saved(AttemptRef ref, long progressMillis, long tookMillis, long bytes);

    /** The cleanup command is gone, whatever came of it. */
    void cleaned(AttemptRef ref);
  }
}
