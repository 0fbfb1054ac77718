package io.windhover.manager;

/** Removes from a store what nobody needs any more. Called in a turn, so it must not wait. */
@FunctionalInterface
public interface CheckpointSweep {
  /**
   * Removes all that lies there.
   *
   * @param place a task's, or a job's with all its tasks
   */
  void remove(String place);
}
