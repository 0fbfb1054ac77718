package io.windhover.policies.bag;

import io.windhover.core.model.Money;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where one task more costs least: on a machine that is there, at the price of keeping it longer,
 * or on a new one, at the price of its start-up and the run.
 */
final class LeastCost {
  /**
   * A place for the task.
   *
   * @param outlook the machine; for a new one, what it will be
   * @param rented the offer to rent by; null for a machine that is there
   */
  record Choice(
      Outlook outlook,
      @Nullable Offer rented,
      long runMillis,
      boolean late,
      long costNanos,
      long finishMillis) {
    /** In time before late; then the cheaper, or when late the sooner. */
    boolean betterThan(Choice other) {
      if (late != other.late) {
        return !late;
      }
      if (late && finishMillis != other.finishMillis) {
        return finishMillis < other.finishMillis;
      }
      if (costNanos != other.costNanos) {
        return costNanos < other.costNanos;
      }
      return finishMillis < other.finishMillis;
    }
  }

  private LeastCost() {}

  static Optional<Choice> of(
      Need need,
      RuntimeEstimate runtime,
      long targetMillis,
      long nowMillis,
      Collection<Outlook> there,
      List<Offer> rentable) {
    Choice best = null;
    for (Outlook outlook : there) {
      long runMillis = Outlook.runMillis(runtime, outlook.spec());
      if (outlook.allows(need, runMillis)) {
        long finish = outlook.finishMillis(need, runMillis);
        long longer = Math.max(0, finish - outlook.endMillis());
        long cost = Money.costNanos(outlook.spec().pricePerHourNanos(), longer);
        best =
            better(best, new Choice(outlook, null, runMillis, finish > targetMillis, cost, finish));
      }
    }
    for (Offer offer : rentable) {
      if (offer.machine().offers(need)) {
        long runMillis = Outlook.runMillis(runtime, offer.machine());
        long finish = nowMillis + offer.startUpMillis() + runMillis;
        long cost =
            Money.costNanos(
                offer.machine().pricePerHourNanos(), offer.billing().chargedMillis(runMillis));
        Outlook outlook = Outlook.fresh(0, offer.machine(), nowMillis + offer.startUpMillis());
        best =
            better(
                best, new Choice(outlook, offer, runMillis, finish > targetMillis, cost, finish));
      }
    }
    return Optional.ofNullable(best);
  }

  private static Choice better(@Nullable Choice best, Choice other) {
    return best == null || other.betterThan(best) ? other : best;
  }
}
