/** IC-PCP: whole paths of a workflow, each on the cheapest machine that ends it in time. */
@NullMarked
package io.windhover.policies.workflow.paths;

import org.jspecify.annotations.NullMarked;
