/** Policies for streams of workflows: jobs of dependent tasks, each with a deadline. */
@NullMarked
package io.windhover.policies.workflow;

import org.jspecify.annotations.NullMarked;
