package io.windhover.policies.bag.frugal;

import io.windhover.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that one on-demand machine runs one after the other if they do not end elsewhere before.
 * {@link Standby} keeps these in the policy's memory.
 */
final class PromisedQueue {
  /** By which its machine is rented. */
  final String offer;

  /** Not yet started on the machine, in order. */
  final List<TaskId> tasks = new ArrayList<>();

  /** 0 while none is asked for. */
  int machine;

  PromisedQueue(String offer, int machine) {
    this.offer = offer;
    this.machine = machine;
  }

  /** Tasks and offer; what {@link #decoded} reads. */
  String encoded() {
    return String.join(",", tasks.stream().map(TaskId::toString).toList()) + " " + offer;
  }

  static PromisedQueue decoded(int machine, String text) {
    int space = text.indexOf(' ');
    PromisedQueue queue = new PromisedQueue(text.substring(space + 1), machine);
    for (String task : text.substring(0, space).split(",", -1)) {
      int slash = task.indexOf('/');
      if (slash > 0) {
        int job = Integer.parseInt(task, 0, slash, 10);
        queue.tasks.add(new TaskId(job, Integer.parseInt(task.substring(slash + 1))));
      }
    }
    return queue;
  }
}
