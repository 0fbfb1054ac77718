package io.windhover.policies.workflow.frame;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A machine in the book: what runs there, what has a place there, until when it is paid. */
public final class Vm {
  /** The type of a machine that came by itself or is no longer what was rented. */
  static final int OTHER = -1;

  /** With so many tasks waiting for it, a machine takes no more. */
  private static final int SLOTS_MAX = 64;

  private final int id;
  private final int type;
  private final int offer;
  private final boolean rented;
  private final MachineSpec spec;
  private final Billing billing;
  private final long requestedAtMillis;

  /** By start. */
  final List<Slot> slots = new ArrayList<>(2);

  long readyAtMillis;
  long noticeMillis = Long.MAX_VALUE;
  boolean up;

  /** Whether it takes new tasks. */
  boolean open = true;

  /** When it is next to be looked at because it is empty; meaningless when it is not. */
  long watchedAtMillis = -1;

  /** When it should have started something, if it runs nothing now; -1 when nothing is due. */
  long expectedAtMillis = -1;

  /** Whether the decision in the making has to look at it once more. */
  boolean touched;

  /** When the last of its tasks will have ended; kept by the fleet, which sorts by it. */
  long freeAtMillis;

  Vm(
      int id,
      int type,
      int offer,
      boolean rented,
      MachineSpec spec,
      Billing billing,
      long requestedAtMillis,
      long readyAtMillis) {
    this.id = id;
    this.type = type;
    this.offer = offer;
    this.rented = rented;
    this.spec = spec;
    this.billing = billing;
    this.requestedAtMillis = requestedAtMillis;
    this.readyAtMillis = readyAtMillis;
    this.freeAtMillis = readyAtMillis;
  }

  public int id() {
    return id;
  }

  public int type() {
    return type;
  }

  /** The type it was rented as, which is its type unless it has changed since. */
  int offer() {
    return offer;
  }

  public boolean isRented() {
    return rented;
  }

  public MachineSpec spec() {
    return spec;
  }

  /** Nothing runs there and nothing has a place there. */
  public boolean isEmpty() {
    return slots.isEmpty();
  }

  /** Until when it can be kept for what it has cost so far; for ever when it is not rented. */
  public long paidUntilMillis(long nowMillis) {
    if (!rented) {
      return Long.MAX_VALUE;
    }
    long fromMillis = billing.fromRequest() ? requestedAtMillis : readyAtMillis;
    long metered = isMetered() ? Math.max(0, nowMillis - fromMillis) : 0;
    return nowMillis + billing.paidMillis(metered) - metered;
  }

  /** Whether it is paid for already; then paid time once known stays as it is until it ends. */
  boolean isMetered() {
    return up || billing.fromRequest();
  }

  /** What it costs more than is paid or promised already, to be kept until then. */
  public long extraNanos(long untilMillis, long nowMillis, VmTypes types) {
    if (!rented || offer < 0) {
      return 0;
    }
    long fromMillis = billing.fromRequest() ? requestedAtMillis : readyAtMillis;
    long promisedMillis = Math.max(paidUntilMillis(nowMillis), freeAtMillis);
    return untilMillis <= promisedMillis
        ? 0
        : types.leaseNanos(offer, untilMillis - fromMillis)
            - types.leaseNanos(offer, promisedMillis - fromMillis);
  }

  /**
   * When it goes back if it is empty: at the end of what is paid, a thousandth of a period earlier
   * so that a late timer does not cost another period.
   */
  long goesBackAtMillis(long nowMillis) {
    return paidUntilMillis(nowMillis) - billing.periodMillis() / 1000;
  }

  /** How long what is asked for would take here; {@link Dag#NEVER_MILLIS} when it cannot be. */
  long runMillis(Asked asked, Terms terms) {
    if (type != OTHER) {
      return asked.runMillis(type);
    }
    long sum = 0;
    for (int number : asked.groups()) {
      TaskGroup group = asked.job().plan().spec().groups().get(number);
      if (!spec.offers(group.need())) {
        return Dag.NEVER_MILLIS;
      }
      sum += terms.runMillis(group, spec);
    }
    return sum;
  }

  int share(Asked asked) {
    int largest = 1;
    for (int number : asked.groups()) {
      Need need = asked.job().plan().spec().groups().get(number).need();
      largest = Math.max(largest, Terms.share(need, spec));
    }
    return largest;
  }

  /**
   * The first moment from the given one on at which so many cores are free for so long, beside what
   * has its place already; Long.MAX_VALUE when that is not by the latest moment, or it takes no
   * more.
   */
  long firstFitMillis(long fromMillis, long runMillis, int share, long latestMillis) {
    // What runs longer than expected is thought to end at any moment.
    if (!open || slots.size() >= SLOTS_MAX) {
      return Long.MAX_VALUE;
    }
    long at = Math.max(fromMillis, readyAtMillis);
    at = share >= spec.cores() ? firstGap(at, fromMillis, runMillis) : at;
    while (at <= latestMillis) {
      long nextMillis = Long.MAX_VALUE;
      int used = share;
      for (int i = 0; i < slots.size(); i++) {
        Slot slot = slots.get(i);
        long end = slot.running ? Math.max(slot.endMillis, fromMillis + 1) : slot.endMillis;
        if (slot.startMillis < at + runMillis && end > at) {
          used += slot.share;
          nextMillis = Math.min(nextMillis, end);
        }
      }
      if (used <= spec.cores()) {
        return at + runMillis <= noticeMillis ? at : Long.MAX_VALUE;
      }
      at = nextMillis;
    }
    return Long.MAX_VALUE;
  }

  /** The first moment at which nothing at all has its place here for so long. */
  private long firstGap(long readyMillis, long fromMillis, long runMillis) {
    long at = readyMillis;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      if (slot.startMillis >= at + runMillis) {
        break;
      }
      at = Math.max(at, slot.running ? Math.max(slot.endMillis, fromMillis + 1) : slot.endMillis);
    }
    return at;
  }

  /** Whether a task with a place here could start now without keeping others from theirs. */
  boolean canStart(Slot waiting, long nowMillis) {
    long endMillis = nowMillis + waiting.runMillis();
    int used = waiting.share;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      boolean overlaps = slot.running || (slot.startMillis < endMillis && slot != waiting);
      if (overlaps && slot != waiting && (slot.running || slot.endMillis > nowMillis)) {
        used += slot.share;
      }
    }
    return used <= spec.cores() && endMillis <= noticeMillis;
  }

  /** When the last of its tasks will have ended; when it is there, if it has none. */
  long lastEndMillis() {
    long last = readyAtMillis;
    for (int i = 0; i < slots.size(); i++) {
      last = Math.max(last, slots.get(i).endMillis);
    }
    return last;
  }

  /** Before this moment nothing more can start, because all is taken from now until then. */
  long opensAtMillis() {
    long at = readyAtMillis;
    if (spec.cores() == 1) {
      for (int i = 0; i < slots.size(); i++) {
        Slot slot = slots.get(i);
        if (!slot.running && slot.startMillis > at) {
          break;
        }
        at = Math.max(at, slot.endMillis);
      }
    }
    return at;
  }

  void put(Slot slot) {
    int place = slots.size();
    while (place > 0 && slots.get(place - 1).startMillis > slot.startMillis) {
      place--;
    }
    slots.add(place, slot);
  }

  /** To be called when slots have moved. */
  void sort() {
    slots.sort(Comparator.comparingLong(slot -> slot.startMillis));
  }
}
