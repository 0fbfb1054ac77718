package io.windhover.rental;

/**
 * One thing that became of a lease. A lease is the sum of its changes, so whoever writes them down
 * in their order can have it again ({@link SimulatedSource#restore}).
 *
 * @param first the number that the kind needs, if any
 * @param second another one
 * @param text what the kind needs in words; may be empty
 */
public record LeaseChange(
    String lease, long atMillis, Kind kind, long first, long second, String text) {
  /** What became of it, with the meaning of the two numbers and the text. */
  public enum Kind {
    /** The cloud's number and the manager's own of the machine; the offer's name. */
    ASKED,
    /** Cores and memory in bytes. */
    UP,
    FROZEN,
    THAWED,
    /** When it will happen; what is coming. */
    NOTICED,
    /** Cores and memory in bytes. */
    RESIZED,
    /** Nano-dollars an hour. */
    REPRICED,
    /** Why. */
    REFUSED,
    /** Why; empty when it was given back. */
    ENDED
  }
}
