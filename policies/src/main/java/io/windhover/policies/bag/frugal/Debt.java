package io.windhover.policies.bag.frugal;

import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * A task that {@link Fallback} must run again if its present attempt, if there is one, is of no
 * use.
 */
final class Debt {
  final GroupView group;
  final int index;
  final long deadlineMillis;
  final long orderMillis;
  final long restartMillis;

  /** The attempt that runs on a machine that is up, if there is one. */
  final @Nullable AttemptView running;

  long slackMillis;

  Debt(
      GroupView group,
      int index,
      long orderMillis,
      long restartMillis,
      @Nullable AttemptView running) {
    this.group = group;
    this.index = index;
    this.deadlineMillis = group.job().deadlineAtMillis();
    this.orderMillis = orderMillis;
    this.restartMillis = restartMillis;
    this.running = running;
  }
}
