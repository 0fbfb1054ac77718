/** What no policy for streams of workflows can undercut. */
@NullMarked
package io.windhover.policies.workflow.bound;

import org.jspecify.annotations.NullMarked;
