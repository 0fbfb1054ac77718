package io.windhover.policies.workflow.frame;

import org.jspecify.annotations.Nullable;

/**
 * A place for a task: on a machine there is, or on one of a type that is still to be rented.
 *
 * @param vm null when a machine is to be rented
 */
public record Place(@Nullable Vm vm, int type, long startMillis, long endMillis) {}
