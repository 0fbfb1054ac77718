package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.JobView;
import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayList;
import java.util.List;

/** One job, whose tasks a method gives places to all at once. Each group of tasks is a node. */
public final class JobDesk {
  /** So many machines of a type are looked at. */
  private static final int MACHINES_MAX = 32;

  private final Turn turn;
  private final LiveJob job;
  private final JobView view;
  private final Asked[] asked;
  private final boolean[] postponed;
  private long nextMillis = Long.MAX_VALUE;

  JobDesk(Turn turn, LiveJob job, JobView view) {
    this.turn = turn;
    this.job = job;
    this.view = view;
    int nodes = job.plan().units().size();
    this.postponed = new boolean[nodes];
    this.asked = new Asked[nodes];
    for (int node = 0; node < nodes; node++) {
      int[] groups = {node};
      asked[node] =
          new Asked(job, node, turn.nowMillis, deadlineMillis(), true, groups, turn.nowMillis);
    }
  }

  public Dag dag() {
    return job.plan().units().real();
  }

  public Terms terms() {
    return turn.book.terms();
  }

  public long nowMillis() {
    return turn.nowMillis;
  }

  public long deadlineMillis() {
    return job.deadlineAtMillis();
  }

  /** How many tasks of the node still need a place. */
  public int left(int node) {
    return job.left(view, node);
  }

  /** The earliest start of those tasks of the node that have a place; 0 when it is over. */
  public long startMillis(int node) {
    long start = Long.MAX_VALUE;
    int first = job.plan().units().firstTaskByGroup()[node];
    for (int task = first; task < first + dag().count(node); task++) {
      Slot slot = job.slots[task];
      start = slot == null ? start : Math.min(start, slot.startMillis);
    }
    return start == Long.MAX_VALUE ? 0 : start;
  }

  /** The latest end of those tasks of the node that have a place; 0 when it is over. */
  public long endMillis(int node) {
    long end = 0;
    int first = job.plan().units().firstTaskByGroup()[node];
    for (int task = first; task < first + dag().count(node); task++) {
      Slot slot = job.slots[task];
      end = slot == null ? end : Math.max(end, expectedEndMillis(slot));
    }
    return end;
  }

  /** What takes longer than expected is thought to take an eighth more than it has, each time. */
  private long expectedEndMillis(Slot slot) {
    if (!slot.running) {
      return Math.max(slot.startMillis, nowMillis()) + slot.runMillis();
    }
    return slot.endMillis >= nowMillis()
        ? slot.endMillis
        : nowMillis() + 1 + (nowMillis() - slot.startMillis) / 8;
  }

  /** Machines that take new tasks: of each type some, those that are free first in front. */
  public List<Vm> machines() {
    List<Vm> open = new ArrayList<>();
    for (int type = Vm.OTHER; type < terms().types().size(); type++) {
      int looked = 0;
      for (Vm vm : turn.book.fleet().ofType(type)) {
        if (looked++ >= MACHINES_MAX) {
          break;
        }
        if (vm.open) {
          open.add(vm);
        }
      }
    }
    return open;
  }

  public boolean canRent(int type) {
    return turn.book.canRent(type, nowMillis());
  }

  /** {@link Dag#NEVER_MILLIS} when it cannot run on the type. */
  public long runMillis(int node, int type) {
    return asked[node].runMillis(type);
  }

  /** {@link Dag#NEVER_MILLIS} when it cannot run there. */
  public long runMillis(int node, Vm vm) {
    return vm.runMillis(asked[node], terms());
  }

  /** When a task of the node could start on the machine; Long.MAX_VALUE when never. */
  public long firstFitMillis(int node, Vm vm, long fromMillis, long runMillis) {
    return vm.firstFitMillis(fromMillis, runMillis, vm.share(asked[node]), Long.MAX_VALUE);
  }

  /** Rents a machine now. */
  public Vm rent(int type) {
    return turn.launch(type);
  }

  /** Gives a task of the node its place. */
  public void put(int node, Vm vm, long startMillis) {
    turn.give(asked[node], view, vm, startMillis, 0);
  }

  /** The node is to run on a machine that need not be rented yet; it will be looked at in time. */
  public void postpone(int node, int type, long startMillis, long byMillis) {
    postponed[node] = true;
    job.restore(node, type, false, startMillis, byMillis);
    nextMillis = Math.min(nextMillis, startMillis - terms().lagMillisMax());
  }

  /** The time by which the node must have ended, for when its place cannot be kept. */
  public void mustEndBy(int node, int type, long startMillis, long byMillis) {
    int known = type == Vm.OTHER ? job.type(node) : type;
    job.restore(node, known, false, startMillis, byMillis);
  }

  void close() {
    boolean stuck = false;
    for (int node = 0; node < postponed.length; node++) {
      stuck |= !postponed[node] && left(node) > 0;
    }
    turn.book.stuck(job, stuck);
    turn.book.lookAt(job, nextMillis);
  }
}
