/** Our own harvest policy: how far a node falls, who is killed then, and what that does to jobs. */
@NullMarked
package io.windhover.policies.harvest.own;

import org.jspecify.annotations.NullMarked;
