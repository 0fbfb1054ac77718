package io.windhover.core.event;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.MachineSpec;
import java.util.List;
import java.util.Locale;

/**
 * Something that happened to a machine, or to a request for one.
 *
 * <p>What a provider charges for follows the provider's clock, so the facts that start and stop its
 * meter carry its times. They are the one exception to the rule that only a batch has a time; 0
 * means that the provider has told none, and the batch's time counts.
 */
public sealed interface MachineChange extends Event {
  int machine();

  @Override
  default Phase phase() {
    return Phase.MACHINE;
  }

  @Override
  default void tell(EventReader reader) {
    reader.machineChange(this);
  }

  /** Hands the change to the method for its kind. */
  void tell(MachineChangeReader reader);

  /**
   * A machine can take work: one that was launched, or one that came by itself.
   *
   * @param leasedSinceMillis since when the provider charges for it
   */
  record Ready(int machine, MachineSpec spec, long leasedSinceMillis) implements MachineChange {
    public Ready(int machine, MachineSpec spec) {
      this(machine, spec, 0);
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.ready(this);
    }

    @Override
    public String toString() {
      return "ready m" + machine + " " + spec.name() + since(leasedSinceMillis);
    }
  }

  /**
   * The provider charges for a machine that was launched and has not joined yet.
   *
   * @param sinceMillis since when
   */
  record MeterStarted(int machine, long sinceMillis) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.meterStarted(this);
    }

    @Override
    public String toString() {
      return "meter started m" + machine + since(sinceMillis);
    }
  }

  /** Frozen with all that runs on it, by its provider's word. */
  record Hibernated(int machine, long atMillis) implements MachineChange {
    public Hibernated(int machine) {
      this(machine, 0);
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.hibernated(this);
    }

    @Override
    public String toString() {
      return "hibernated m" + machine + since(atMillis);
    }
  }

  record Resumed(int machine, long atMillis) implements MachineChange {
    public Resumed(int machine) {
      this(machine, 0);
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.resumed(this);
    }

    @Override
    public String toString() {
      return "resumed m" + machine + since(atMillis);
    }
  }

  /**
   * Cannot be given work for a while, and is paid for all the same: its connection broke, or it
   * rests after refusing. What runs there goes on.
   */
  record Away(int machine) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.away(this);
    }

    @Override
    public String toString() {
      return "away m" + machine;
    }
  }

  /** Can be given work again after it was away. */
  record Back(int machine) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.back(this);
    }

    @Override
    public String toString() {
      return "back m" + machine;
    }
  }

  record Resized(int machine, int cores, long memoryBytes) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.resized(this);
    }

    @Override
    public String toString() {
      return "resized m" + machine + " to " + cores;
    }
  }

  /** What a provider's notice says is coming. */
  enum Coming {
    /** The machine and all that is on it will be gone. */
    ENDED,
    /** The machine will freeze with all that runs on it, and may come back. */
    HIBERNATED,
    /** The machine will be shut down, and may be started again without what ran on it. */
    STOPPED
  }

  /**
   * The provider has said what it will do to the machine, and when. The last word counts: what
   * comes and when may change, and a notice may be withdrawn.
   */
  record Notice(int machine, long lostAtMillis, Coming coming) implements MachineChange {
    private static final long NEVER_MILLIS = Long.MAX_VALUE;

    /** Nothing will be done to the machine, contrary to what was said before. */
    public static Notice withdrawn(int machine) {
      return new Notice(machine, NEVER_MILLIS);
    }

    /** The machine will be ended. */
    public Notice(int machine, long lostAtMillis) {
      this(machine, lostAtMillis, Coming.ENDED);
    }

    public boolean isWithdrawn() {
      return lostAtMillis == NEVER_MILLIS;
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.notice(this);
    }

    @Override
    public String toString() {
      if (isWithdrawn()) {
        return "notice m" + machine + " withdrawn";
      }
      String what =
          coming == Coming.ENDED ? "" : " to be " + coming.name().toLowerCase(Locale.ROOT);
      return "notice m" + machine + " for " + lostAtMillis + what;
    }
  }

  /**
   * Gone, with everything that ran on it.
   *
   * @param leaseGoesOn whether it is still paid for, until {@link LeaseEnded}: nobody has heard of
   *     it for too long, and its provider has not said that it has ended
   */
  record Lost(int machine, String why, boolean leaseGoesOn) implements MachineChange {
    public Lost(int machine, String why) {
      this(machine, why, false);
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.lost(this);
    }

    @Override
    public String toString() {
      return "lost m" + machine + " (" + why + ")" + (leaseGoesOn ? " still paid for" : "");
    }
  }

  /**
   * The provider has stopped charging for a machine that was given back, or was lost before. Said
   * of a machine that is still counted on, it is lost as well.
   *
   * @param leasedSinceMillis since when it was charged for, 0 when the provider does not say
   * @param frozenMillis for how long of that it was frozen, all times together; counts only where
   *     the provider says since when
   * @param chargedNanos what it was charged in all, which then counts whatever prices and sizes
   *     were heard of meanwhile; {@link #NOT_SAID} when the provider does not say
   */
  record LeaseEnded(
      int machine, long leasedSinceMillis, long atMillis, long frozenMillis, long chargedNanos)
      implements MachineChange {
    /** In place of a sum: the terms of the lease say what it has cost. */
    public static final long NOT_SAID = -1;

    /** The provider says for how long, and not for how much. */
    public LeaseEnded(int machine, long leasedSinceMillis, long atMillis, long frozenMillis) {
      this(machine, leasedSinceMillis, atMillis, frozenMillis, NOT_SAID);
    }

    /** The machine was given back, and had never been rented: whatever its terms, it is free. */
    public static LeaseEnded neverRented(int machine) {
      return new LeaseEnded(machine, 0, 0, 0, 0);
    }

    /** The provider says no more than that it has ended; 0 for now. */
    public LeaseEnded(int machine, long atMillis) {
      this(machine, 0, atMillis, 0);
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.leaseEnded(this);
    }

    @Override
    public String toString() {
      return "lease ended m" + machine + since(atMillis);
    }
  }

  /** What a machine offers has changed; what runs there goes on. */
  record Relabelled(int machine, List<String> labels) implements MachineChange {
    public Relabelled {
      labels = List.copyOf(labels);
    }

    @Override
    public void tell(MachineChangeReader reader) {
      reader.relabelled(this);
    }

    @Override
    public String toString() {
      return "relabelled m" + machine + " to " + String.join(" ", labels);
    }
  }

  /** An administrator wants the machine to be given nothing new, or no longer wants that. */
  record Drained(int machine, boolean drained) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.drained(this);
    }

    @Override
    public String toString() {
      return (drained ? "drained m" : "undrained m") + machine;
    }
  }

  /**
   * Whether a machine that counts no cores takes anything now: busy means that it does not, be it
   * for a task, for a cleanup or for reasons of its own.
   */
  record Busy(int machine, boolean busy) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.busy(this);
    }

    @Override
    public String toString() {
      return (busy ? "busy m" : "available m") + machine;
    }
  }

  /** The machine has cleaned up after an attempt that is over: the attempt's room is free. */
  record CleanupEnded(int machine, AttemptId attempt) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.cleanupEnded(this);
    }

    @Override
    public String toString() {
      return "cleaned m" + machine + " of " + attempt;
    }
  }

  record LaunchRefused(int machine, String why) implements MachineChange {
    @Override
    public void tell(MachineChangeReader reader) {
      reader.launchRefused(this);
    }

    @Override
    public String toString() {
      return "refused m" + machine + " (" + why + ")";
    }
  }

  private static String since(long toldMillis) {
    return toldMillis == 0 ? "" : " at " + toldMillis;
  }
}
