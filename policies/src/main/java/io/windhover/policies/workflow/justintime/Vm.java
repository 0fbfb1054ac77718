package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayList;
import java.util.List;

/** A machine that is there or asked for. */
final class Vm {
  /** The type of a machine that came by itself. */
  static final int OWN = -1;

  /** What is thought of a task's runtime when nobody knows it. */
  static final long UNKNOWN_MILLIS = 600_000;

  final int id;
  final int type;
  final MachineSpec spec;
  final long requestedMillis;
  final List<Lane> lanes = new ArrayList<>();

  /** When it is expected, or came. */
  long readyMillis;

  boolean up;

  /** How long its lanes have worked, all together, since it was last asked whether to keep it. */
  long workedMillis;

  /** When that was; when it came, before that. */
  long askedMillis;

  /** No need to ask before then whether it should go back. */
  long askAgainMillis;

  /** It takes tasks. */
  boolean open = true;

  /** It goes back some day; a rented one that is no longer what was offered counts as one's own. */
  final boolean rented;

  Vm(
      int id,
      int type,
      boolean rented,
      MachineSpec spec,
      int lanes,
      long requestedMillis,
      long readyMillis) {
    this.id = id;
    this.rented = rented;
    this.type = type;
    this.spec = spec;
    this.requestedMillis = requestedMillis;
    this.readyMillis = readyMillis;
    this.askedMillis = readyMillis;
    for (int lane = 0; lane < lanes; lane++) {
      this.lanes.add(new Lane(this, lane));
      this.lanes.get(lane).tailMillis = readyMillis;
    }
  }

  boolean isOwn() {
    return type == OWN;
  }

  boolean isEmpty() {
    for (Lane lane : lanes) {
      if (!lane.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** When the last of its lanes will be done; now, when it is empty. */
  long tailMillis(long nowMillis) {
    long tail = nowMillis;
    for (Lane lane : lanes) {
      if (!lane.isEmpty() || !up) {
        tail = Math.max(tail, lane.tailMillis);
      }
    }
    return tail;
  }

  /** A lane has an equal share of the machine; one's own machines are shared as tasks need it. */
  boolean holds(Task task) {
    Need need = task.need();
    if (isOwn()) {
      return spec.offers(need);
    }
    if (!task.job.work.dag().runsOn(task.node, type)) {
      return false;
    }
    int share = lanes.size();
    if (share == 1) {
      return true;
    }
    return spec.offers(need)
        && need.cores() * share <= spec.cores()
        && need.memoryBytes() <= spec.memoryBytes() / share;
  }

  /** {@link Dag#NEVER_MILLIS} when nobody can tell. */
  long runMillis(Task task) {
    if (!isOwn()) {
      return task.runMillisOn(type);
    }
    TaskGroup group = task.job.work.spec().groups().get(task.node);
    return group.runtime().millisOn(spec.type()).orElse(UNKNOWN_MILLIS);
  }

  long reservedMillis(Task task) {
    return task.stretched(runMillis(task));
  }
}
