/** What no policy can undercut. */
@NullMarked
package io.windhover.policies.bag.bound;

import org.jspecify.annotations.NullMarked;
