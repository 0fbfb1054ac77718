/** Tests of what the frame keeps its book in. */
@NullMarked
package io.windhover.policies.workflow.frame;

import org.jspecify.annotations.NullMarked;
