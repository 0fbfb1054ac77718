package io.windhover.rental;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.LeasedMachine;
import java.util.List;

/**
 * One machine that a {@link SimulatedSource} has rented out, and what is charged for it: a record
 * apart from the manager's, to compare the two. It is the sum of its changes and nothing else.
 */
final class SimulatedLease {
  final LeaseOrder order;

  /** The number by which the modelled cloud knows the machine. */
  final int number;

  private final boolean spot;
  private final Billing billing;
  private final long requestedAtMillis;
  private MachineSpec spec;
  private State state = State.STARTING;
  private String why = "";
  private long changedAtMillis;
  private long upAtMillis;
  private long frozenMillis;
  private long noticeMillis = Long.MAX_VALUE;
  private Coming coming = Coming.ENDED;

  /** What it has cost at earlier prices, and the charged time that paid for. */
  private long pricedNanos;

  private long pricedMillis;
  private long harvestedCoreMillis;
  private long coresSinceMillis;

  SimulatedLease(LeaseOrder order, int number, Offer offer, long nowMillis) {
    this.order = order;
    this.number = number;
    this.spot = offer.isSpot();
    this.billing = offer.billing();
    this.spec = offer.machine();
    this.changedAtMillis = nowMillis;
    this.requestedAtMillis = nowMillis;
  }

  State state() {
    return state;
  }

  MachineSpec spec() {
    return spec;
  }

  boolean isThere() {
    return state == State.STARTING || state == State.RUNNING || state == State.HIBERNATED;
  }

  void apply(LeaseChange change) {
    long nowMillis = change.atMillis();
    switch (change.kind()) {
      case ASKED -> throw new IllegalStateException("asked for twice: " + order);
      case UP -> up((int) change.first(), change.second(), nowMillis);
      case FROZEN -> freeze(nowMillis);
      case THAWED -> thaw(nowMillis);
      case NOTICED -> notice(change.first(), Coming.valueOf(change.text()));
      case RESIZED -> resize((int) change.first(), change.second(), nowMillis);
      case REPRICED -> reprice(change.first(), nowMillis);
      case REFUSED -> refuse(change.text(), nowMillis);
      case ENDED -> end(change.text(), nowMillis);
    }
  }

  private void up(int cores, long memoryBytes, long nowMillis) {
    spec = spec.resized(cores, memoryBytes);
    state = State.RUNNING;
    changedAtMillis = nowMillis;
    upAtMillis = nowMillis;
    coresSinceMillis = nowMillis;
  }

  private void freeze(long nowMillis) {
    countCores(nowMillis);
    become(State.HIBERNATED, nowMillis);
  }

  /** A notice that came true says nothing about the machine that is back. */
  private void thaw(long nowMillis) {
    frozenMillis += nowMillis - changedAtMillis;
    noticeMillis = Long.MAX_VALUE;
    coresSinceMillis = nowMillis;
    become(State.RUNNING, nowMillis);
  }

  private void refuse(String reason, long nowMillis) {
    why = reason;
    become(State.REFUSED, nowMillis);
  }

  private void end(String reason, long nowMillis) {
    if (state == State.HIBERNATED) {
      frozenMillis += nowMillis - changedAtMillis;
    } else {
      countCores(nowMillis);
    }
    why = reason;
    become(State.ENDED, nowMillis);
  }

  private void become(State next, long nowMillis) {
    state = next;
    changedAtMillis = nowMillis;
  }

  private void notice(long atMillis, Coming what) {
    noticeMillis = atMillis;
    coming = what;
  }

  private void resize(int cores, long memoryBytes, long nowMillis) {
    countCores(nowMillis);
    spec = spec.resized(cores, memoryBytes);
  }

  /** The cores beyond a harvest machine's minimum are paid for one by one. */
  private void countCores(long nowMillis) {
    if (state == State.RUNNING) {
      harvestedCoreMillis += spec.harvestedCores() * (nowMillis - coresSinceMillis);
      coresSinceMillis = nowMillis;
    }
  }

  /** The offer costs this much from now on, and this lease too if its terms say so. */
  private void reprice(long pricePerHourNanos, long nowMillis) {
    if (!isThere() || !billing.repriced() || spec.pricePerHourNanos() == pricePerHourNanos) {
      return;
    }
    if (upAtMillis > 0) {
      long charged = billing.chargedMillis(meteredMillis(nowMillis));
      pricedNanos += Money.costNanos(spec.pricePerHourNanos(), charged - pricedMillis);
      pricedMillis = charged;
    }
    spec = spec.priced(pricePerHourNanos);
  }

  private long frozenMillis(long untilMillis) {
    return frozenMillis + (state == State.HIBERNATED ? untilMillis - changedAtMillis : 0);
  }

  private long meteredMillis(long untilMillis) {
    long sinceMillis = billing.fromRequest() ? requestedAtMillis : upAtMillis;
    return untilMillis - sinceMillis - frozenMillis(untilMillis);
  }

  /** What was charged until now, or until it ended. */
  long chargedNanos(long nowMillis) {
    if (state == State.REFUSED || (upAtMillis == 0 && !billing.fromRequest())) {
      return 0;
    }
    long untilMillis = state == State.ENDED ? changedAtMillis : nowMillis;
    countCores(untilMillis);
    return pricedNanos
        + Money.costNanos(
            spec.pricePerHourNanos(),
            billing.chargedMillis(meteredMillis(untilMillis)) - pricedMillis,
            spec.harvestedCorePerHourNanos(),
            harvestedCoreMillis)
        + billing.frozenNanos(frozenMillis(untilMillis));
  }

  /** As the modelled cloud sees it. */
  LeasedMachine leased() {
    MachineView.State seen =
        switch (state) {
          case STARTING -> MachineView.State.REQUESTED;
          case HIBERNATED -> MachineView.State.HIBERNATED;
          default -> MachineView.State.READY;
        };
    return new LeasedMachine(number, spec, spot, seen, List.of());
  }

  Sighting seen() {
    return new Sighting(
        order.lease(),
        state,
        upAtMillis,
        changedAtMillis,
        frozenMillis,
        noticeMillis,
        coming,
        why,
        state == State.ENDED ? chargedNanos(changedAtMillis) : Sighting.NOT_SAID);
  }
}
