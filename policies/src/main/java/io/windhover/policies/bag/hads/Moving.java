package io.windhover.policies.bag.hads;

import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;

/** A task that looks for a VM: what is left of it from its last checkpoint. */
final class Moving {
  private static final long WHOLE = 1_000_000;

  final int task;
  final TaskGroup group;
  final long memoryBytes;

  /** On the slowest on-demand VM it may have to go to. */
  final long restMillis;

  private final int safeParts;

  Moving(int task, JobView job, Iterable<String> onDemandTypes) {
    this.task = task;
    TaskId id = new TaskId(job.id(), task);
    GroupView view = job.groupOf(id);
    this.group = view.spec();
    this.memoryBytes = group.need().memoryBytes();
    this.safeParts = view.safeParts(task - view.task(0).index());
    long rest = 0;
    for (String type : onDemandTypes) {
      rest = Math.max(rest, restOn(type));
    }
    this.restMillis = rest;
  }

  /** What is left of it on a machine of this type, without checkpoints. */
  long restOn(String type) {
    long full = group.runtime().millisOn(type).orElse(0);
    return safeParts == 0 ? full : Math.max(1, full - full * safeParts / WHOLE);
  }

  Queued queuedOn(Vm vm, HadsSettings settings) {
    long rest = restOn(vm.type);
    return new Queued(task, vm.spot ? settings.withOverhead(rest) : rest, restMillis, memoryBytes);
  }
}
