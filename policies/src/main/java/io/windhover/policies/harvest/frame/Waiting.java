package io.windhover.policies.harvest.frame;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.GroupView;
import io.windhover.policies.harvest.match.Request;

/** A task of which an attempt could start now, and what it asks for. */
public record Waiting(GroupView group, int index, Request request) {
  public TaskId id() {
    return group.task(index);
  }

  public int job() {
    return group.job().id();
  }
}
