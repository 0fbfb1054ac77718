/** The contract between the step and a policy: what a policy sees and what it answers. */
@NullMarked
package io.windhover.core.policy;

import org.jspecify.annotations.NullMarked;
