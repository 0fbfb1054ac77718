/** What IC-PCP's planner must know of a job's other paths. */
@NullMarked
package io.windhover.policies.workflow.paths;

import org.jspecify.annotations.NullMarked;
