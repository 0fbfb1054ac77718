package io.windhover.core.model;

import io.windhover.core.words.Counted;
import java.util.Optional;

/**
 * How much may be rented, whatever a policy wishes; 0 where there is no limit.
 *
 * @param moneyNanos nano-dollars in all; nothing is rented once they are spent
 * @param moneyPerHourNanos what all that is paid for at once may cost an hour
 * @param machines how many may be paid for at once, those that are being given back among them
 * @param ageMillis how long a machine is kept; an older one is given back
 */
public record Limits(long moneyNanos, long moneyPerHourNanos, int machines, long ageMillis) {
  public static final Limits NONE = new Limits(0, 0, 0, 0);

  /**
   * How long it takes until a launch beyond the limits is refused, in every driver: a policy that
   * asks again at once would otherwise be asked without end.
   */
  public static final long REFUSAL_MILLIS = 10_000;

  public Limits {
    if (moneyNanos < 0 || moneyPerHourNanos < 0 || machines < 0 || ageMillis < 0) {
      throw new IllegalArgumentException(
          "limits: %d nano-dollars, %d an hour, %d machines, %d ms"
              .formatted(moneyNanos, moneyPerHourNanos, machines, ageMillis));
    }
  }

  /**
   * Why a machine may not be rented, given what there is with it: all that is rented, and what has
   * been spent so far. Empty when it may.
   */
  public Optional<String> against(int rented, long rentedPerHourNanos, long spentNanos) {
    if (machines > 0 && rented > machines) {
      return Optional.of("the limit is " + Counted.of(machines, "machine"));
    }
    if (moneyPerHourNanos > 0 && rentedPerHourNanos > moneyPerHourNanos) {
      return Optional.of("the limit is %s an hour".formatted(Money.text(moneyPerHourNanos)));
    }
    if (moneyNanos > 0 && spentNanos >= moneyNanos) {
      return Optional.of("the limit of %s is spent".formatted(Money.text(moneyNanos)));
    }
    return Optional.empty();
  }
}
