package io.windhover.policies.harvest.frame;

import io.windhover.core.policy.GroupView;
import io.windhover.policies.harvest.match.Request;
import java.util.PrimitiveIterator;

/**
 * Tasks of a group that could start now and ask for the same.
 *
 * @param indexes of those that nobody has taken yet
 */
public record Batch(GroupView group, Request request, PrimitiveIterator.OfInt indexes) {
  public int job() {
    return group.job().id();
  }
}
