/** SCS's preparation of a class of jobs and its load vectors. */
@NullMarked
package io.windhover.policies.workflow.scs;

import org.jspecify.annotations.NullMarked;
