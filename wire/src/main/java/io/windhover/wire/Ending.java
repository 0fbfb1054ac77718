package io.windhover.wire;

/** How one attempt ended. */
public sealed interface Ending {
  /** The command ended by itself; 0 is success. A death by signal n is 128 + n, as in a shell. */
  record Exited(int code) implements Ending {}

  /** It ran longer than its time-out and was ended. */
  record TimedOut() implements Ending {}

  /** It was ended because the manager, or the worker's own shutdown, wanted it. */
  record Stopped() implements Ending {}

  /** It was ended because its machine no longer has the room for it. */
  record NoRoom(String why) implements Ending {}

  /** It could not be started at all. */
  record NotStarted(String why) implements Ending {}
}
