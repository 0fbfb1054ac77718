package io.windhover.capacity;

import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.event.MachineChange.LeaseEnded;

/**
 * What a source says of one machine, by its own clock.
 *
 * @param sinceMillis since when it has been charged for; 0 while it is not
 * @param changedAtMillis when it came into this state
 * @param frozenMillis for how long it was hibernated until then, all times together
 * @param noticeMillis when the source will do to it what is coming; Long.MAX_VALUE without a notice
 * @param why what the source says about the state; may be empty
 * @param chargedNanos of one that has ended, what it was charged in all, which may be nothing;
 *     {@link #NOT_SAID} when the source leaves that to the offer's terms. One whose machines follow
 *     a price, or whose cores are paid for one by one, must say it: a manager may hear of such
 *     changes late or not at all
 */
public record Sighting(
    String lease,
    State state,
    long sinceMillis,
    long changedAtMillis,
    long frozenMillis,
    long noticeMillis,
    Coming coming,
    String why,
    long chargedNanos) {
  /** In place of a sum. */
  public static final long NOT_SAID = LeaseEnded.NOT_SAID;

  /** How a machine is, as far as its source knows. */
  public enum State {
    STARTING,
    RUNNING,
    HIBERNATED,
    /** It is no longer charged for, and will not come back. */
    ENDED,
    /** It was never rented: the source would not. */
    REFUSED
  }

  /** A machine that the source would not rent. */
  public static Sighting refused(String lease, long atMillis, String why) {
    return new Sighting(lease, State.REFUSED, 0, atMillis, 0, Long.MAX_VALUE, Coming.ENDED, why, 0);
  }

  /** The same, for which this much was charged in all. */
  public Sighting charged(long nanos) {
    return new Sighting(
        lease, state, sinceMillis, changedAtMillis, frozenMillis, noticeMillis, coming, why, nanos);
  }

  /** Whether nothing more will become of it. */
  public boolean isOver() {
    return state == State.ENDED || state == State.REFUSED;
  }

  /** The same with another time of its notice. */
  public Sighting noticed(long atMillis) {
    return new Sighting(
        lease,
        state,
        sinceMillis,
        changedAtMillis,
        frozenMillis,
        atMillis,
        coming,
        why,
        chargedNanos);
  }

  /** Without a notice. */
  public Sighting(String lease, State state, long sinceMillis, long changedAtMillis) {
    this(lease, state, sinceMillis, changedAtMillis, 0, Long.MAX_VALUE, Coming.ENDED, "", NOT_SAID);
  }
}
