package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.policies.workflow.plan.Remainder;
import io.windhover.policies.workflow.plan.Windows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A job in the book: the type and the window of each unit, and which tasks have a place. */
public final class LiveJob {
  private static final boolean[] NONE = {};

  private final int id;
  private final ClassPlan plan;
  private final long deadlineAtMillis;
  private final int[] types;
  private final long[] fromMillis;
  private final long[] toMillis;

  /** None as long as nothing was moved, which is so for most jobs. */
  private boolean[] moved = NONE;

  /** By task, counted through all groups. */
  final @Nullable Slot[] slots;

  /** How many tasks of each group have a place and do not run yet. */
  final int[] promisedByGroup;

  int slotCount;

  /** When it must be looked at next because a unit comes to its time. */
  long dueAtMillis = Long.MAX_VALUE;

  /** A unit that should have a place has none, because there is nothing to be had. */
  boolean stuck;

  /** When a task lost its place because something took too long; at first long ago. */
  long mendedAtMillis = -Turn.LOOP_MILLIS;

  /** A task has lost its place or failed, so what is left must be planned again. */
  boolean upset;

  /** A task has ended, so what is left may have become cheaper. */
  boolean eased;

  LiveJob(int id, ClassPlan plan, long submittedAtMillis) {
    this.id = id;
    this.plan = plan;
    this.deadlineAtMillis = submittedAtMillis + plan.spanMillis();
    this.types = plan.typeByUnit().clone();
    int units = types.length;
    this.fromMillis = new long[units];
    this.toMillis = new long[units];
    for (int unit = 0; unit < units; unit++) {
      fromMillis[unit] = submittedAtMillis + plan.windows().fromMillis()[unit];
      toMillis[unit] = submittedAtMillis + plan.windows().toMillis()[unit];
    }
    this.slots = new Slot[plan.units().tasks()];
    this.promisedByGroup = new int[plan.units().groups().size()];
  }

  public int id() {
    return id;
  }

  public ClassPlan plan() {
    return plan;
  }

  /** Where the owner gave none, what stands for it. */
  public long deadlineAtMillis() {
    return deadlineAtMillis;
  }

  public int type(int unit) {
    return types[unit];
  }

  public long fromMillis(int unit) {
    return fromMillis[unit];
  }

  public long toMillis(int unit) {
    return toMillis[unit];
  }

  /** Whether the unit was put on another type than planned, which it then keeps. */
  public boolean isMoved(int unit) {
    return moved.length > 0 && moved[unit];
  }

  public void move(int unit, int type) {
    types[unit] = type;
    setMoved(unit, true);
  }

  private void setMoved(int unit, boolean isMoved) {
    if (isMoved && moved.length == 0) {
      moved = new boolean[types.length];
    }
    if (moved.length > 0) {
      moved[unit] = isMoved;
    }
  }

  void restore(int unit, int type, boolean wasMoved, long from, long to) {
    types[unit] = type;
    setMoved(unit, wasMoved);
    fromMillis[unit] = from;
    toMillis[unit] = to;
  }

  void replan(Remainder rest, int[] newTypes, Windows windows) {
    for (int unit = 0; unit < types.length; unit++) {
      if (rest.isOpen(unit)) {
        types[unit] = newTypes[unit];
        fromMillis[unit] = windows.fromMillis()[unit];
        toMillis[unit] = windows.toMillis()[unit];
      }
    }
  }

  /** The unit is given more time; what comes after it must be given less. */
  void endsBy(int unit, long atMillis) {
    toMillis[unit] = atMillis;
  }

  /** How many tasks of the unit wait and have no place. */
  int left(JobView view, int unit) {
    int left = 0;
    for (int group : plan.units().groupsByUnit()[unit]) {
      left += view.groups().get(group).waiting() - promisedByGroup[group];
    }
    return left;
  }

  /** The groups of a unit that still need a place, in order. */
  int[] unplaced(JobView view, int unit) {
    int[] groups = plan.units().groupsByUnit()[unit];
    if (groups.length == 1) {
      return groups;
    }
    return Arrays.stream(groups)
        .filter(group -> view.groups().get(group).waiting() > promisedByGroup[group])
        .toArray();
  }

  /** When the unit will be over, as far as its places and its window say; 0 when it is. */
  long endMillis(JobView view, int unit) {
    long end = 0;
    for (int number : plan.units().groupsByUnit()[unit]) {
      GroupView group = view.groups().get(number);
      if (group.succeeded()) {
        continue;
      }
      int first = plan.units().firstTaskByGroup()[number];
      for (int task = first; task < first + group.spec().count(); task++) {
        Slot slot = slots[task];
        end = slot == null ? end : Math.max(end, slot.endMillis);
      }
      if (group.waiting() > promisedByGroup[number]) {
        end = Math.max(end, toMillis[unit]);
      }
    }
    return end;
  }

  /** When the unit can start, as far as is known. */
  long earliestMillis(JobView view, int unit, long nowMillis) {
    long earliest = nowMillis;
    for (int parent : plan.units().real().parents(unit)) {
      earliest = Math.max(earliest, endMillis(view, parent));
    }
    return earliest;
  }

  void put(Slot slot) {
    slots[slot.task] = slot;
    slotCount++;
    if (!slot.running) {
      promisedByGroup[slot.group]++;
    }
  }

  void remove(Slot slot) {
    slots[slot.task] = null;
    slotCount--;
    if (!slot.running) {
      promisedByGroup[slot.group]--;
    }
  }
}
