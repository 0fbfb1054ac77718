/** Workflows and machine types as plain numbers, and the arithmetic of plans over them. */
@NullMarked
package io.windhover.policies.workflow.plan;

import org.jspecify.annotations.NullMarked;
