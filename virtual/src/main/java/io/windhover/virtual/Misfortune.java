package io.windhover.virtual;

import io.windhover.manager.ManagerSettings;
import io.windhover.simulator.Timeline;
import io.windhover.store.Store;

/** What goes wrong beside what the story tells. */
public interface Misfortune {
  /** A world in which every message arrives at once. */
  Misfortune NONE =
      new Misfortune() {
        @Override
        public void deliver(Timeline timeline, String worker, Runnable delivery) {
          delivery.run();
        }
      };

  /** Puts whatever is to go wrong on the pool's timeline. */
  default void plan(VirtualPool pool) {}

  /** How patient the manager is. */
  default ManagerSettings settings() {
    return ManagerSettings.LOCAL;
  }

  /** After this moment nothing goes wrong any more. */
  default long lastMillis() {
    return 0;
  }

  /** Whether a rented machine that has come up never says a word. */
  default boolean neverJoins() {
    return false;
  }

  /** Whether a machine that vanishes is noticed only by its silence. */
  default boolean goesSilently() {
    return false;
  }

  default long managerDownMillis() {
    return 0;
  }

  /** May make the store a deadly one. */
  default Store mortal(Store store) {
    return store;
  }

  /** May kill the manager before it says something. */
  default void beforeSend() {}

  /** What becomes of a call to a source of machines. */
  enum CallFate {
    PASSES,
    /** It fails and has had no effect. */
    FAILS,
    /** It takes effect, and fails all the same: its answer took too long. */
    TIMES_OUT
  }

  /** Makes a call that rents a machine or gives one back; may kill the manager at it. */
  default void rentalCall(Timeline timeline, Runnable call) {
    call.run();
  }

  /** What becomes of the next call to the source that arrives there. */
  default CallFate callFate(Timeline timeline) {
    return CallFate.PASSES;
  }

  /** Delivers a message to or from this worker: at once, late, twice or never. */
  void deliver(Timeline timeline, String worker, Runnable delivery);
}
