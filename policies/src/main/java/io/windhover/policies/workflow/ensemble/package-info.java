/** Several rules side by side: each new job goes to the one that would have cost least lately. */
@NullMarked
package io.windhover.policies.workflow.ensemble;

import org.jspecify.annotations.NullMarked;
