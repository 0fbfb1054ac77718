package io.windhover.policies.workflow.plan;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine types that a workflow is planned on, by small number: the on-demand offers of the
 * catalogue in its order. Spot machines are left out, because they may vanish and a plan must hold.
 */
public final class VmTypes {
  private final List<Offer> offers;

  private VmTypes(List<Offer> offers) {
    this.offers = List.copyOf(offers);
  }

  public static VmTypes of(List<Offer> offers) {
    List<Offer> steady = new ArrayList<>();
    for (Offer offer : offers) {
      if (!offer.isSpot() && offer.limit() > 0 && offer.marketLimit() > 0) {
        steady.add(offer);
      }
    }
    return new VmTypes(steady);
  }

  public int size() {
    return offers.size();
  }

  public Offer offer(int type) {
    return offers.get(type);
  }

  /** The number of the type with this offer; -1 when it is not among them. */
  public int indexOf(String offer) {
    for (int type = 0; type < offers.size(); type++) {
      if (offers.get(type).name().equals(offer)) {
        return type;
      }
    }
    return -1;
  }

  public long pricePerHourNanos(int type) {
    return offers.get(type).machine().pricePerHourNanos();
  }

  /** How long a launch takes, as far as is known. */
  public long lagMillis(int type) {
    return offers.get(type).startUpMillis();
  }

  /** The longest lag of any type: what a plan takes off the front of each job, once. */
  public long lagMillisMax() {
    long max = 0;
    for (int type = 0; type < offers.size(); type++) {
      max = Math.max(max, lagMillis(type));
    }
    return max;
  }

  /** The shortest lag of any type; 0 when there is none. */
  public long lagMillisMin() {
    long min = offers.isEmpty() ? 0 : Long.MAX_VALUE;
    for (int type = 0; type < offers.size(); type++) {
      min = Math.min(min, lagMillis(type));
    }
    return min;
  }

  public Billing billing(int type) {
    return offers.get(type).billing();
  }

  /** What so much busy time costs, if not a moment more is paid. */
  public long busyNanos(int type, long millis) {
    return Money.costNanos(pricePerHourNanos(type), millis);
  }

  /** What a lease costs that is given back after this time since its request. */
  public long leaseNanos(int type, long heldMillis) {
    return Money.costNanos(pricePerHourNanos(type), billing(type).chargedMillis(heldMillis));
  }
}
