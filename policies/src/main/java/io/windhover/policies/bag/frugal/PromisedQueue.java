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
}
