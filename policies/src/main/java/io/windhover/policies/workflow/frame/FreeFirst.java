package io.windhover.policies.workflow.frame;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Machines in the order in which they become free, then of their ids. Those in front are looked at
 * for every task, most of them in vain. So they lie in rows of some dozens, and what tells that a
 * machine is out of the question lies beside it in the row: to read a hundred thousand machines
 * here and there in memory takes longer than everything else about a decision.
 */
final class FreeFirst implements Iterable<Vm> {
  private static final int ROW_MAX = 128;

  /** It must be worked out when it is asked for. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private static final class Row {
    final List<Vm> vms = new ArrayList<>(ROW_MAX);
    final long[] freeAtMillis = new long[ROW_MAX];
    final long[] opensAtMillis = new long[ROW_MAX];
    final long[] paidUntilMillis = new long[ROW_MAX];

    void insert(int place, Vm vm) {
      int behind = vms.size() - place;
      System.arraycopy(freeAtMillis, place, freeAtMillis, place + 1, behind);
      System.arraycopy(opensAtMillis, place, opensAtMillis, place + 1, behind);
      System.arraycopy(paidUntilMillis, place, paidUntilMillis, place + 1, behind);
      vms.add(place, vm);
      note(place, vm);
    }

    void note(int place, Vm vm) {
      freeAtMillis[place] = vm.freeAtMillis;
      opensAtMillis[place] = vm.opensAtMillis();
      paidUntilMillis[place] = UNKNOWN;
    }

    void take(int place) {
      int behind = vms.size() - place - 1;
      System.arraycopy(freeAtMillis, place + 1, freeAtMillis, place, behind);
      System.arraycopy(opensAtMillis, place + 1, opensAtMillis, place, behind);
      System.arraycopy(paidUntilMillis, place + 1, paidUntilMillis, place, behind);
      vms.remove(place);
    }

    /** The half that lies behind. */
    Row cut() {
      Row behind = new Row();
      int half = vms.size() / 2;
      for (int i = half; i < vms.size(); i++) {
        behind.insert(i - half, vms.get(i));
      }
      vms.subList(half, vms.size()).clear();
      return behind;
    }

    int compare(int place, Vm vm) {
      int byMoment = Long.compare(freeAtMillis[place], vm.freeAtMillis);
      return byMoment != 0 ? byMoment : Integer.compare(vms.get(place).id(), vm.id());
    }

    /** Where the machine is, or is to be. */
    int placeOf(Vm vm) {
      int low = 0;
      int high = vms.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (compare(middle, vm) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void add(Vm vm) {
    size++;
    if (rows.isEmpty()) {
      rows.add(new Row());
    }
    int number = rowOf(vm);
    Row row = rows.get(number);
    row.insert(row.placeOf(vm), vm);
    if (row.vms.size() == ROW_MAX) {
      rows.add(number + 1, row.cut());
    }
  }

  /** To be called before the machine is free at another moment than when it was added. */
  void remove(Vm vm) {
    if (rows.isEmpty()) {
      return;
    }
    int number = rowOf(vm);
    Row row = rows.get(number);
    int place = row.placeOf(vm);
    if (place < row.vms.size() && row.vms.get(place) == vm) {
      row.take(place);
      size--;
      if (row.vms.isEmpty()) {
        rows.remove(number);
      }
    }
  }

  /** To be called when places on the machine have changed, but not when it is free. */
  void note(Vm vm) {
    if (rows.isEmpty()) {
      return;
    }
    Row row = rows.get(rowOf(vm));
    int place = row.placeOf(vm);
    if (place < row.vms.size() && row.vms.get(place) == vm) {
      row.note(place, vm);
    }
  }

  /** The last row whose first machine does not come after this one; the first if there is none. */
  private int rowOf(Vm vm) {
    int low = 0;
    int high = rows.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (rows.get(middle).compare(0, vm) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  @Override
  public Iterator<Vm> iterator() {
    Walk walk = new Walk();
    return new Iterator<>() {
      private boolean there = walk.next();

      @Override
      public boolean hasNext() {
        return there;
      }

      @Override
      public Vm next() {
        if (!there) {
          throw new NoSuchElementException();
        }
        Vm vm = walk.vm();
        there = walk.next();
        return vm;
      }
    };
  }

  /** From the front to the back, without a look at machines that nobody asks for. */
  final class Walk {
    private int number;
    private int place = -1;

    /** To be called before the first machine too; false when there is no other. */
    boolean next() {
      place++;
      if (number < rows.size() && place >= rows.get(number).vms.size()) {
        number++;
        place = 0;
      }
      return number < rows.size();
    }

    Vm vm() {
      return rows.get(number).vms.get(place);
    }

    /** Before this moment nothing more can start there. */
    long opensAtMillis() {
      return rows.get(number).opensAtMillis[place];
    }

    long paidUntilMillis(long nowMillis) {
      Row row = rows.get(number);
      if (row.paidUntilMillis[place] > nowMillis) {
        return row.paidUntilMillis[place];
      }
      Vm vm = row.vms.get(place);
      long until = vm.paidUntilMillis(nowMillis);
      row.paidUntilMillis[place] = vm.isMetered() ? until : UNKNOWN;
      return until;
    }
  }
}
