package io.windhover.policies.workflow.plan;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Money;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine types that a workflow is planned on, by small number: the on-demand offers of the
 * catalogue in its order. Spot machines are left out, because they may vanish and a plan must hold.
 */
public final class VmTypes {
  /**
   * Stands for the types where nothing is sold on demand, so that a plan always has one to name. It
   * holds no task and is never to be had: what is planned on it waits for a machine that comes by
   * itself.
   */
  private static final Offer NOTHING =
      new Offer("nothing", new MachineSpec("nothing", "nothing", List.of(), 1, 0, 0), 0);

  private final List<Offer> offers;

  private VmTypes(List<Offer> offers) {
    this.offers = List.copyOf(offers);
  }

  public static VmTypes of(List<Offer> offers) {
    List<Offer> steady = new ArrayList<>();
    for (Offer offer : offers) {
      if (!offer.isSpot() && offer.limit() > 0 && offer.roomInMarket(0, 0) > 0) {
        steady.add(offer);
      }
    }
    return new VmTypes(steady.isEmpty() ? List.of(NOTHING) : steady);
  }

  /** Whether nothing is sold on demand. */
  public boolean isNothing() {
    return offers.get(0).equals(NOTHING);
  }

  /** Whether a task with this need could run on an empty machine of the type. */
  public boolean holds(int type, Need need) {
    return !isNothing() && offers.get(type).machine().offers(need);
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

  /** The shortest lag of any type. */
  public long lagMillisMin() {
    long min = Long.MAX_VALUE;
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
