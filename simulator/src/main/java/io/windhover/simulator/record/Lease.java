package io.windhover.simulator.record;

import io.windhover.core.model.Billing;
import io.windhover.core.model.CoreMeter;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;

/** The meter of a rented machine, and how much of its time was work. */
final class Lease {
  /** How a lease came to its end. */
  enum End {
    RELEASED,
    REFUSED,
    LOST,
    STILL_THERE
  }

  private final Market market;
  private final Billing billing;
  private final long requestedAtMillis;
  private final CoreMeter harvested = new CoreMeter();
  private MachineSpec spec;
  private long readyAtMillis = -1;
  private long frozenMillis;
  private long frozenSinceMillis = -1;
  private int busyCores;
  private long busySinceMillis;
  private long busyCoreMillis;

  Lease(Offer offer, long requestedAtMillis) {
    this.market = offer.market();
    this.billing = offer.billing();
    this.spec = offer.machine();
    this.requestedAtMillis = requestedAtMillis;
  }

  void ready(MachineSpec actual, long now) {
    spec = actual;
    readyAtMillis = now;
    harvested.set(spec.harvestedCores(), now);
  }

  void freeze(long now) {
    accrue(now);
    frozenSinceMillis = now;
    harvested.set(0, now);
  }

  void thaw(long now) {
    accrue(now);
    frozenMillis += now - frozenSinceMillis;
    frozenSinceMillis = -1;
    harvested.set(spec.harvestedCores(), now);
  }

  void resize(int cores, long now) {
    if (readyAtMillis >= 0 && spec.harvests()) {
      spec = spec.resized(cores, spec.memoryBytes());
      harvested.set(frozenSinceMillis < 0 ? spec.harvestedCores() : 0, now);
    }
  }

  /** So many cores take up work, or leave it when there are less than none. */
  void work(int moreCores, long now) {
    accrue(now);
    busyCores += moreCores;
  }

  private void accrue(long now) {
    if (frozenSinceMillis < 0) {
      busyCoreMillis += busyCores * (now - busySinceMillis);
    }
    busySinceMillis = now;
  }

  /** What it comes to if it ends now. */
  TypeUse use(End end, long now) {
    accrue(now);
    boolean costs = readyAtMillis >= 0 || (billing.fromRequest() && end != End.REFUSED);
    long paidMillis = costs ? billing.chargedMillis(meteredMillis(now)) : 0;
    long storageNanos = billing.frozenNanos(frozenMillis(now));
    return new TypeUse(
        spec.type(),
        market,
        end == End.REFUSED ? 0 : 1,
        end == End.RELEASED ? 1 : 0,
        paidMillis,
        spec.harvests()
            ? paidMillis * spec.minimumCores() + harvested.coreMillis(now)
            : paidMillis * spec.cores(),
        busyCoreMillis,
        Money.costNanos(
                spec.pricePerHourNanos(),
                paidMillis,
                spec.harvestedCorePerHourNanos(),
                harvested.coreMillis(now))
            + storageNanos,
        storageNanos);
  }

  private long meteredMillis(long now) {
    return now - (billing.fromRequest() ? requestedAtMillis : readyAtMillis) - frozenMillis(now);
  }

  private long frozenMillis(long now) {
    return frozenSinceMillis < 0 ? frozenMillis : frozenMillis + now - frozenSinceMillis;
  }
}
