package io.windhover.policies.bag.plan;

import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskId;

/** A task as a planner sees it. */
public record BagTask(TaskId id, Need need, RuntimeEstimate runtime) {}
