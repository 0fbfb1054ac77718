/** SCS's preparation of a class of jobs. */
@NullMarked
package io.windhover.policies.workflow.scs;

import org.jspecify.annotations.NullMarked;
