package io.windhover.simulator.record;

import io.windhover.core.model.Billing;
import io.windhover.core.model.CoreMeter;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** A machine under observation. */
final class VmHistory {
  private final int id;
  private final Optional<Market> market;
  private final Billing billing;
  private final long requestedAtMillis;
  private final List<Span> frozen = new ArrayList<>();
  private final List<Long> notices = new ArrayList<>();
  private final List<AttemptHistory> attempts = new ArrayList<>();
  private final BitSet takenRows = new BitSet();
  private final CoreMeter harvested = new CoreMeter();
  private MachineSpec spec;
  private int harvestedCores;
  private long readyAtMillis = -1;
  private long frozenSinceMillis = -1;
  private long endedAtMillis = -1;
  private VmRecord.End end = VmRecord.End.STILL_THERE;

  VmHistory(
      int id, MachineSpec spec, Optional<Market> market, Billing billing, long requestedAtMillis) {
    this.id = id;
    this.spec = spec;
    this.market = market;
    this.billing = billing;
    this.requestedAtMillis = requestedAtMillis;
  }

  int id() {
    return id;
  }

  boolean isOver() {
    return endedAtMillis >= 0;
  }

  boolean isUp() {
    return readyAtMillis >= 0;
  }

  boolean isFrozen() {
    return frozenSinceMillis >= 0;
  }

  void ready(MachineSpec actual, long now) {
    if (!isUp() && !isOver()) {
      spec = actual;
      readyAtMillis = now;
      harvestedCores = actual.harvestedCores();
      harvested.set(harvestedCores, now);
    }
  }

  void freeze(long now) {
    if (isUp() && !isFrozen()) {
      frozenSinceMillis = now;
      harvested.set(0, now);
    }
  }

  void noticed(long now) {
    if (isUp()) {
      notices.add(now);
    }
  }

  void thaw(long now) {
    if (isFrozen()) {
      frozen.add(new Span(frozenSinceMillis, now));
      frozenSinceMillis = -1;
      harvested.set(harvestedCores, now);
    }
  }

  /** The record keeps the size it came with; what it harvested beyond its minimum is paid for. */
  void resize(int cores, long now) {
    if (isUp() && spec.harvests()) {
      harvestedCores = Math.max(0, cores - spec.minimumCores());
      harvested.set(isFrozen() ? 0 : harvestedCores, now);
    }
  }

  void end(VmRecord.End how, AttemptRecord.Outcome ofAttempts, long now) {
    if (!isOver()) {
      thaw(now);
      end = how;
      endedAtMillis = now;
      List.copyOf(attempts).forEach(attempt -> attempt.end(ofAttempts, now));
    }
  }

  /** The lowest free cores. A machine that has shrunk under its tasks gets more rows than cores. */
  List<Integer> put(AttemptHistory attempt, int cores) {
    attempts.add(attempt);
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < cores; i++) {
      int row = takenRows.nextClearBit(0);
      takenRows.set(row);
      rows.add(row);
    }
    return rows;
  }

  void remove(AttemptHistory attempt, List<Integer> rows) {
    attempts.remove(attempt);
    rows.forEach(takenRows::clear);
  }

  /** The hibernations so far, cut to this span. */
  List<Span> frozenWithin(Span span) {
    List<Span> cut = new ArrayList<>();
    for (Span one : frozenUntil(span.toMillis())) {
      Span part = one.within(span);
      if (part.millis() > 0) {
        cut.add(part);
      }
    }
    return cut;
  }

  private List<Span> frozenUntil(long now) {
    if (!isFrozen()) {
      return frozen;
    }
    List<Span> all = new ArrayList<>(frozen);
    all.add(new Span(frozenSinceMillis, Math.max(frozenSinceMillis, now)));
    return all;
  }

  VmRecord record(long now) {
    long until = isOver() ? endedAtMillis : now;
    List<Span> allFrozen = frozenUntil(until);
    long meteredFrom = billing.fromRequest() ? requestedAtMillis : readyAtMillis;
    long frozenMillis = allFrozen.stream().mapToLong(Span::millis).sum();
    long meteredMillis = until - meteredFrom - frozenMillis;
    long storageNanos = billing.frozenNanos(frozenMillis);
    boolean costs = isUp() || (billing.fromRequest() && end != VmRecord.End.REFUSED);
    long chargedMillis = costs ? billing.chargedMillis(meteredMillis) : 0;
    long costNanos =
        Money.costNanos(
                spec.pricePerHourNanos(),
                chargedMillis,
                spec.harvestedCorePerHourNanos(),
                isUp() ? harvested.coreMillis(until) : 0)
            + storageNanos;
    return new VmRecord(
        id,
        spec.type(),
        market,
        spec.cores(),
        requestedAtMillis,
        readyAtMillis,
        until,
        costs ? until + billing.paidMillis(meteredMillis) - meteredMillis : until,
        end,
        costNanos,
        storageNanos,
        allFrozen,
        notices);
  }
}
