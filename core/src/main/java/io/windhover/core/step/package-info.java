/** The pure step: apply what happened, ask the policy once, guard its answer, assume it. */
@NullMarked
package io.windhover.core.step;

import org.jspecify.annotations.NullMarked;
