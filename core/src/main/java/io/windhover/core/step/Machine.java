package io.windhover.core.step;

import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.event.MachineChange.LeaseEnded;
import io.windhover.core.event.MachineChange.Notice;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.CoreMeter;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A machine that is there, asked for or hibernated, with its room and its lease. */
public final class Machine implements MachineView {
  private final int id;
  private final String offer;
  private final Billing billing;
  private final long requestedAtMillis;
  private final Map<AttemptId, Attempt> attempts = new LinkedHashMap<>();
  private final CleanupRooms cleanups = new CleanupRooms();
  private MachineSpec spec;
  private int usedCores;
  private long usedMemoryBytes;

  /** The market it was rented in, and the cores it was offered with; offers change meanwhile. */
  Market market = Market.ON_DEMAND;

  int offeredCores;

  /** The provider has frozen it. */
  boolean frozen;

  /** Its connection is broken, or it rests; see {@code MachineChange.Away}. */
  boolean away;

  /** Takes nothing now, whatever its counts say; see {@code MachineChange.Busy}. */
  boolean busy;

  boolean draining;

  /** Takes nothing new, since the moment of its notice had passed when that was heard of. */
  boolean leaving;

  boolean refused;
  long noticeMillis = Long.MAX_VALUE;
  Coming coming = Coming.ENDED;
  long chargedMillis;
  long upSinceMillis = -1;
  long readyAtMillis = -1;
  long frozenMillis;
  long frozenSinceMillis = -1;

  /** What it has cost at prices it no longer has, and the charged time that paid for. */
  long pricedNanos;

  long pricedMillis;

  /** What its provider says in the end that the whole lease has cost; not said before. */
  long toldNanos = LeaseEnded.NOT_SAID;

  /** When the provider's meter started; -1 before, and not kept in snapshots. */
  long meteredSinceMillis = -1;

  /** When its lease ended; -1 while it has not. */
  long endedAtMillis = -1;

  /** Runs with the other meter, over the cores beyond a harvest machine's minimum. */
  CoreMeter harvested = new CoreMeter();

  /** One that came by itself, or is restored. */
  Machine(int id, String offer, Billing billing, MachineSpec spec, long requestedAtMillis) {
    this.id = id;
    this.offer = offer;
    this.billing = billing;
    this.spec = spec;
    this.requestedAtMillis = requestedAtMillis;
  }

  /** One that is asked for. */
  Machine(int id, Offer offer, long requestedAtMillis) {
    this(id, offer.name(), offer.billing(), offer.machine(), requestedAtMillis);
    countedAs(offer);
  }

  void countedAs(Offer offered) {
    market = offered.market();
    offeredCores = offered.machine().cores();
  }

  void put(Attempt attempt) {
    attempts.put(attempt.id(), attempt);
    occupy(attempt.group().spec().need(), 1);
  }

  void remove(Attempt attempt) {
    attempts.remove(attempt.id());
    occupy(attempt.group().spec().need(), -1);
  }

  /** Keeps the room of an attempt that is over, until {@link #cleaned}. */
  void cleansUp(AttemptId attempt, Need need, long sinceMillis) {
    if (cleanups.keep(attempt, need, sinceMillis)) {
      occupy(need, 1);
    }
  }

  /** Frees the room; said again it changes nothing. */
  void cleaned(AttemptId attempt) {
    cleanups.free(attempt).ifPresent(need -> occupy(need, -1));
  }

  /** The attempts that are over and whose room is kept for a cleanup. */
  public Collection<AttemptId> cleanups() {
    return cleanups.attempts();
  }

  /** Since when the machine has been cleaning up after this attempt; -1 if it does not. */
  public long cleansUpSinceMillis(AttemptId attempt) {
    return cleanups.sinceMillis(attempt);
  }

  /** Whether its connection is broken, or it rests; it may be frozen as well. */
  public boolean isAway() {
    return away;
  }

  /** Whether it has said that it takes nothing now. */
  public boolean busy() {
    return busy;
  }

  private void occupy(Need need, int sign) {
    usedCores += sign * need.cores();
    usedMemoryBytes += sign * need.memoryBytes();
  }

  /**
   * It can take work.
   *
   * @param sinceMillis when the provider's meter started, at this moment or before
   */
  void up(MachineSpec actual, long sinceMillis, long nowMillis) {
    spec = actual;
    readyAtMillis = nowMillis;
    harvested = new CoreMeter();
    startMeter(sinceMillis);
  }

  /** From this moment on the provider charges for it, whether or not it can take work. */
  void startMeter(long sinceMillis) {
    meteredSinceMillis = sinceMillis;
    chargedMillis = billing.fromRequest() ? Math.max(0, sinceMillis - requestedAtMillis) : 0;
    meterOn(sinceMillis);
  }

  /** What the provider says in the end of the whole lease counts, whatever was heard meanwhile. */
  void wasLeased(long sinceMillis, long untilMillis, long toldFrozenMillis) {
    long countedUntilMillis = Math.max(untilMillis, harvested.sinceMillis());
    long countedCoreMillis = harvested.coreMillis(countedUntilMillis);
    long countedMillis = readyAtMillis < 0 ? 0 : chargedMillis(countedUntilMillis);
    readyAtMillis = readyAtMillis < 0 ? sinceMillis : readyAtMillis;
    startMeter(sinceMillis);
    chargedMillis += Math.max(0, untilMillis - sinceMillis - toldFrozenMillis);
    // Of the time that we knew nothing of we know no other size than the last.
    long missedCoreMillis = (chargedMillis - countedMillis) * spec.harvestedCores();
    harvested = new CoreMeter(Math.max(0, countedCoreMillis + missedCoreMillis), untilMillis, 0);
    upSinceMillis = -1;
    frozenMillis = toldFrozenMillis;
    frozenSinceMillis = -1;
  }

  /** The meter runs while the machine is up and stands still while it is hibernated. */
  void thaw(long nowMillis) {
    if (frozen) {
      long atMillis = Math.max(frozenSinceMillis, nowMillis);
      frozen = false;
      frozenMillis = frozenMillis(atMillis);
      frozenSinceMillis = -1;
      // A notice that has come true says nothing about the machine that is back.
      if (noticeMillis <= atMillis) {
        noticeMillis = Long.MAX_VALUE;
        leaving = false;
      }
      meterOn(atMillis);
    }
  }

  private void meterOn(long nowMillis) {
    upSinceMillis = nowMillis;
    harvested.set(spec.harvestedCores(), nowMillis);
  }

  void freeze(long nowMillis) {
    if (readyAtMillis < 0 || frozen) {
      return;
    }
    long atMillis = Math.max(upSinceMillis, nowMillis);
    frozen = true;
    frozenSinceMillis = atMillis;
    chargedMillis = chargedMillis(atMillis);
    upSinceMillis = -1;
    harvested.set(0, atMillis);
  }

  void noticed(Notice notice, long nowMillis) {
    noticeMillis = notice.lostAtMillis();
    coming = notice.coming();
    leaving = noticeMillis <= nowMillis;
  }

  void drain() {
    draining = true;
  }

  /** Drains it or takes that back, unless the provider has already taken it away. */
  void drain(boolean wanted, long nowMillis) {
    if (wanted) {
      drain();
    } else if (noticeMillis > nowMillis) {
      draining = false;
    }
  }

  void relabel(List<String> labels) {
    spec = spec.offering(labels);
  }

  void resize(int cores, long memoryBytes, long nowMillis) {
    spec = spec.resized(cores, memoryBytes);
    if (upSinceMillis >= 0) {
      harvested.set(spec.harvestedCores(), nowMillis);
    }
  }

  /** Whether the provider's meter runs: before it has joined too, if that was told. */
  public boolean isCharged() {
    return upSinceMillis >= 0;
  }

  /** It was rented; others came by themselves and cost nothing but what their spec says. */
  boolean isRented() {
    return !offer.isEmpty();
  }

  /** It costs what the offer costs from now on, if it was rented by it and its terms say so. */
  void follow(Offer changed, long nowMillis) {
    if (offer.equals(changed.name())
        && billing.repriced()
        && spec.pricePerHourNanos() != changed.machine().pricePerHourNanos()) {
      reprice(changed.machine().pricePerHourNanos(), nowMillis);
    }
  }

  /** What it has cost so far stays. */
  private void reprice(long pricePerHourNanos, long nowMillis) {
    long charged = billing.chargedMillis(chargedMillis(nowMillis));
    if (readyAtMillis >= 0 || isCharged()) {
      pricedNanos += Money.costNanos(spec.pricePerHourNanos(), charged - pricedMillis);
      pricedMillis = charged;
    }
    spec = spec.priced(pricePerHourNanos);
  }

  /** How long it has been frozen, all times together. */
  long frozenMillis(long nowMillis) {
    return frozenSinceMillis < 0 ? frozenMillis : frozenMillis + nowMillis - frozenSinceMillis;
  }

  private long chargedMillis(long nowMillis) {
    if (readyAtMillis < 0 && billing.fromRequest()) {
      return nowMillis - requestedAtMillis;
    }
    return upSinceMillis < 0
        ? chargedMillis
        : chargedMillis + Math.max(0, nowMillis - upSinceMillis);
  }

  private boolean isFree() {
    return readyAtMillis < 0 && (refused || !(isCharged() || billing.fromRequest()));
  }

  /** What this lease has cost so far; nothing before it is charged for. */
  public long costNanos(long nowMillis) {
    if (toldNanos != LeaseEnded.NOT_SAID) {
      return toldNanos;
    }
    return isFree()
        ? 0
        : pricedNanos
            + Money.costNanos(
                spec.pricePerHourNanos(),
                billing.chargedMillis(chargedMillis(nowMillis)) - pricedMillis,
                spec.harvestedCorePerHourNanos(),
                harvested.coreMillis(nowMillis))
            + billing.frozenNanos(frozenMillis(nowMillis));
  }

  /** The time of its cores that has been paid for; what is paid while it is frozen buys none. */
  long paidCoreMillis(long nowMillis) {
    return isFree()
        ? 0
        : billing.chargedMillis(chargedMillis(nowMillis)) * ownCores()
            + harvested.coreMillis(nowMillis);
  }

  /** Its cores but for those that are harvested and paid for one by one. */
  int ownCores() {
    return spec.cores() - spec.harvestedCores();
  }

  @Override
  public long paidUntilMillis(long nowMillis) {
    long meteredMillis = chargedMillis(nowMillis);
    return nowMillis + billing.paidMillis(meteredMillis) - meteredMillis;
  }

  Billing billing() {
    return billing;
  }

  @Override
  public long requestedAtMillis() {
    return requestedAtMillis;
  }

  @Override
  public long readyAtMillis() {
    return readyAtMillis;
  }

  @Override
  public String offer() {
    return offer;
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public MachineSpec spec() {
    return spec;
  }

  @Override
  public State state() {
    if (readyAtMillis < 0) {
      return State.REQUESTED;
    } else if (frozen) {
      return State.HIBERNATED;
    } else if (away) {
      return State.AWAY;
    }
    return draining || leaving ? State.DRAINING : State.READY;
  }

  @Override
  public int freeCores() {
    int free = spec.cores() - usedCores;
    return busy ? Math.min(0, free) : free;
  }

  @Override
  public long freeMemoryBytes() {
    return spec.memoryBytes() - usedMemoryBytes;
  }

  /** A cleanup takes its time: nothing is ordered to wait for its end. */
  @Override
  public boolean takesAhead() {
    return !busy && cleanups.attempts().isEmpty() && MachineView.super.takesAhead();
  }

  @Override
  public Collection<Attempt> attempts() {
    return Collections.unmodifiableCollection(attempts.values());
  }

  @Override
  public long noticeMillis() {
    return noticeMillis;
  }

  @Override
  public Coming coming() {
    return coming;
  }
}
