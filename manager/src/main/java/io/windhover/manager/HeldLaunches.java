package io.windhover.manager;

import io.windhover.core.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Launches that are not made, each until its refusal is due, and offers that are left alone for a
 * while because their machines came up, were paid for, and never joined: an image that lacks Java,
 * or a network that does not lead to the manager, would otherwise be paid for again and again. It
 * is kept in memory only: a manager that was started again tries once more.
 */
final class HeldLaunches {
  /** A pause doubles with each machine more that never joined, up to this many times the first. */
  private static final long LONGEST_PAUSES = 12;

  /** A launch that is not made: when its refusal is due, and why. */
  record Held(int machine, long dueMillis, String why) {}

  /** Machines of one offer that never joined, in a row, and until when it is left alone. */
  private record NeverJoined(int machines, long untilMillis) {}

  private final long firstPauseMillis;
  private final SortedMap<Integer, Held> held = new TreeMap<>();
  private final Map<String, NeverJoined> byOffer = new TreeMap<>();

  /**
   * Nothing is held yet.
   *
   * @param firstPauseMillis how long an offer is left alone after its second machine in a row that
   *     never joined
   */
  HeldLaunches(long firstPauseMillis) {
    this.firstPauseMillis = firstPauseMillis;
  }

  boolean holds(int machine) {
    return held.containsKey(machine);
  }

  /** The machines that are wished for and not asked for. */
  Set<Integer> machines() {
    return held.keySet();
  }

  /** Holds a launch; policies that ask again at once are not asked without end. */
  void hold(int machine, String why, long nowMillis) {
    held.put(machine, new Held(machine, nowMillis + Limits.REFUSAL_MILLIS, why));
  }

  /** Answers whether it was held. */
  boolean drop(int machine) {
    return held.remove(machine) != null;
  }

  /** Takes those whose refusal is due. */
  List<Held> takeDue(long nowMillis) {
    List<Held> due =
        new ArrayList<>(held.values().stream().filter(h -> h.dueMillis() <= nowMillis).toList());
    due.forEach(each -> held.remove(each.machine()));
    return due;
  }

  /** When the next refusal is due. */
  long nextMillis() {
    return held.values().stream().mapToLong(Held::dueMillis).min().orElse(Long.MAX_VALUE);
  }

  /** A machine of this offer was paid for and did not join. */
  void neverJoined(String offer, long nowMillis) {
    NeverJoined before = byOffer.getOrDefault(offer, new NeverJoined(0, 0));
    int machines = before.machines() + 1;
    // One may be an accident: the second is asked for at once.
    long pauses = machines < 2 ? 0 : Math.min(LONGEST_PAUSES, 1L << Math.min(machines - 2, 30));
    byOffer.put(offer, new NeverJoined(machines, nowMillis + pauses * firstPauseMillis));
  }

  /** A machine of this offer has joined: what kept the others from it is over. */
  void joined(String offer) {
    byOffer.remove(offer);
  }

  /** Why no machine of this offer is asked for now, if none is. */
  Optional<String> pause(String offer, long nowMillis) {
    return Optional.ofNullable(byOffer.get(offer))
        .filter(never -> nowMillis < never.untilMillis())
        .map(
            never ->
                "the last %d machines of %s have not joined; asked for again in %d s"
                    .formatted(
                        never.machines(), offer, (never.untilMillis() - nowMillis + 999) / 1000));
  }
}
