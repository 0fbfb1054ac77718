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
import org.jspecify.annotations.Nullable;

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
    if (!rented || offer < 0 || untilMillis <= freeAtMillis) {
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
    if (!open || slots.size() >= SLOTS_MAX) {
      return Long.MAX_VALUE;
    }
    long ready = Math.max(fromMillis, readyAtMillis);
    long at =
        share >= spec.cores()
            ? firstGap(ready, fromMillis, runMillis)
            : firstRoom(ready, fromMillis, runMillis, share);
    return at <= latestMillis && at + runMillis <= noticeMillis ? at : Long.MAX_VALUE;
  }

  /** The first moment from which on never fewer than so many cores are free for so long. */
  private long firstRoom(long readyMillis, long nowMillis, long runMillis, int share) {
    long at = readyMillis;
    int i = 0;
    while (i < slots.size() && slots.get(i).startMillis < at + runMillis) {
      long moment = Math.max(at, slots.get(i).startMillis);
      if (share + usedAt(moment, nowMillis, null) > spec.cores()) {
        at = nextEndMillis(moment, nowMillis);
        i = 0;
      } else {
        i++;
      }
    }
    return at;
  }

  /** The cores that are taken at a moment, but for one place. They become more at starts only. */
  private int usedAt(long momentMillis, long nowMillis, @Nullable Slot but) {
    int used = 0;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      boolean there =
          slot.startMillis <= momentMillis && slot.takenUntilMillis(nowMillis) > momentMillis;
      used += there && slot != but ? slot.share : 0;
    }
    return used;
  }

  private long nextEndMillis(long momentMillis, long nowMillis) {
    long next = Long.MAX_VALUE;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      long end = slot.takenUntilMillis(nowMillis);
      if (slot.startMillis <= momentMillis && end > momentMillis) {
        next = Math.min(next, end);
      }
    }
    return next;
  }

  /** The first moment at which nothing at all has its place here for so long. */
  private long firstGap(long readyMillis, long nowMillis, long runMillis) {
    long at = readyMillis;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      if (slot.startMillis >= at + runMillis) {
        break;
      }
      at = Math.max(at, slot.takenUntilMillis(nowMillis));
    }
    return at;
  }

  /**
   * Whether a task with a place here could start now without keeping others from theirs. At the
   * moment it was promised it can, for whatever has been given a place since had to fit beside it.
   */
  boolean canStart(Slot waiting, long nowMillis) {
    long endMillis = nowMillis + waiting.runMillis();
    if (endMillis > noticeMillis) {
      return false;
    }
    int free = spec.cores() - waiting.share;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      if (slot != waiting
          && slot.startMillis < endMillis
          && slot.takenUntilMillis(nowMillis) > nowMillis
          && usedAt(Math.max(nowMillis, slot.startMillis), nowMillis, waiting) > free) {
        return false;
      }
    }
    return true;
  }

  /** When the first of those that wait should start; Long.MAX_VALUE when all cores are busy. */
  long nextStartMillis() {
    int free = spec.cores();
    long first = Long.MAX_VALUE;
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      free -= slot.running ? slot.share : 0;
      first = slot.running ? first : Math.min(first, slot.startMillis);
    }
    return free > 0 ? first : Long.MAX_VALUE;
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
