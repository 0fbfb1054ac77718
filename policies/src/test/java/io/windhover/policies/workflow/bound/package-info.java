/** Tests of what no policy can undercut, against plans found by trying all. */
@NullMarked
package io.windhover.policies.workflow.bound;

import org.jspecify.annotations.NullMarked;
