package io.windhover.policies.workflow.paths;

import io.windhover.policies.workflow.frame.JobDesk;
import io.windhover.policies.workflow.frame.Vm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a path can go: a machine there is, or one that is rented when its first task starts. */
final class Host {
  /** Of 0, 1, 4, 9 and 30, four cost least on the streams that SCS was judged by. */
  private static final long BUSY_WEIGHT = 4;

  private record Taken(long startMillis, long endMillis) {}

  private final JobDesk desk;
  private final int type;
  private final @Nullable Vm vm;

  /** On a machine that is still to be rented, in the order in which it was given. */
  private final List<Taken> taken = new ArrayList<>();

  private Host(JobDesk desk, int type, @Nullable Vm vm) {
    this.desk = desk;
    this.type = type;
    this.vm = vm;
  }

  static Host of(JobDesk desk, Vm vm) {
    return new Host(desk, vm.type(), vm);
  }

  static Host toRent(JobDesk desk, int type) {
    return new Host(desk, type, null);
  }

  int type() {
    return type;
  }

  /** Null when it is still to be rented. */
  @Nullable Vm vm() {
    return vm;
  }

  /** Whether tasks of this job will have it rented, later than now. */
  boolean isPlanned() {
    return !taken.isEmpty();
  }

  long runMillis(int node) {
    return vm == null ? desk.runMillis(node, type) : desk.runMillis(node, vm);
  }

  /** When the node could start; Long.MAX_VALUE when never. */
  long firstFitMillis(int node, long fromMillis, long runMillis) {
    if (vm != null) {
      return desk.firstFitMillis(node, vm, fromMillis, runMillis);
    }
    long at = Math.max(fromMillis, readyMillis(Long.MIN_VALUE));
    // Of what is still to be rented, tasks of one job share no machine at the same time.
    boolean free = false;
    while (!free) {
      free = true;
      for (int i = 0; i < taken.size(); i++) {
        Taken each = taken.get(i);
        if (each.startMillis < at + runMillis && each.endMillis > at) {
          at = each.endMillis;
          free = false;
        }
      }
    }
    return at;
  }

  /** When it will be there: as late as the first task that has its place on it allows. */
  private long readyMillis(long firstStartMillis) {
    long ready = Math.max(firstStartMillis, desk.nowMillis() + desk.terms().lagMillis(type));
    return taken.isEmpty() ? ready : taken.get(0).startMillis;
  }

  /**
   * What a path costs here: what must be paid beyond what is paid or promised, and some times the
   * price of the time it takes. IC-PCP knows only the first. In a stream the rest of a period is
   * not lost, since other jobs come; and who takes a dear machine's time because it is paid for
   * makes the next job rent another.
   */
  long costNanos(long fromMillis, long toMillis, long busyMillis) {
    long busyNanos = type < 0 ? 0 : desk.terms().types().busyNanos(type, busyMillis);
    return extraNanos(fromMillis, toMillis) + BUSY_WEIGHT * busyNanos;
  }

  private long extraNanos(long fromMillis, long toMillis) {
    if (vm != null) {
      return vm.extraNanos(toMillis, desk.nowMillis(), desk.terms().types());
    }
    long ready = readyMillis(fromMillis);
    long promised = ready;
    for (Taken each : taken) {
      promised = Math.max(promised, each.endMillis);
    }
    long more = leaseNanos(Math.max(promised, toMillis) - ready);
    return taken.isEmpty() ? more : more - leaseNanos(promised - ready);
  }

  private long leaseNanos(long usedMillis) {
    return desk.terms().types().leaseNanos(type, desk.terms().lagMillis(type) + usedMillis);
  }

  /** Keeps time on a machine that is still to be rented. */
  void take(long startMillis, long endMillis) {
    taken.add(new Taken(startMillis, endMillis));
  }
}
