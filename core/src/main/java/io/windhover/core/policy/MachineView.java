package io.windhover.core.policy;

import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import java.util.Collection;

/** One machine as a policy sees it. */
public interface MachineView {
  enum State {
    /** Asked for; nothing can run yet. */
    REQUESTED,
    READY,
    /** Takes no new tasks. */
    DRAINING,
    /** Frozen with all that runs on it; may or may not come back. */
    HIBERNATED,
    /** Out of reach for a while: what runs there goes on, and it is paid for. */
    AWAY
  }

  int id();

  MachineSpec spec();

  State state();

  /** The offer it was rented by; empty when it came by itself. */
  String offer();

  /** When it was asked for, or came by itself. */
  long requestedAtMillis();

  /** When it could first take work; -1 before that. */
  long readyAtMillis();

  /**
   * Until when it can be kept for what it has cost so far; now, where time is charged as it is. A
   * machine that was asked for and is billed from the request has a first period too.
   */
  long paidUntilMillis(long nowMillis);

  /** May be negative for a moment after the machine shrank under its tasks. */
  int freeCores();

  long freeMemoryBytes();

  Collection<? extends AttemptView> attempts();

  /** When the provider said it will take the machine; Long.MAX_VALUE when it has not. */
  long noticeMillis();

  /** What the provider said will happen then. */
  Coming coming();

  /** Whether it is up and can be spoken to. */
  default boolean inReach() {
    return state() != State.HIBERNATED && state() != State.AWAY;
  }

  /** Whether a task with this need could start here now. */
  default boolean hasRoomFor(Need need) {
    return state() == State.READY
        && need.cores() <= freeCores()
        && need.memoryBytes() <= freeMemoryBytes()
        && spec().labels().containsAll(need.requires());
  }

  /** Whether it takes an order with this need though it may have no room for it yet. */
  default boolean takesAhead(Need need) {
    return takesAhead() && spec().offers(need);
  }

  /** Whether it takes orders before it has room, and has not got all it takes. */
  default boolean takesAhead() {
    return spec().ordersAhead() > 0
        && state() == State.READY
        && attempts().size() < spec().cores() + spec().ordersAhead();
  }
}
