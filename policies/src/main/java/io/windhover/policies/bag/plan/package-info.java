/** Plans made before a bag starts: which machines to rent, and which tasks each runs when. */
@NullMarked
package io.windhover.policies.bag.plan;

import org.jspecify.annotations.NullMarked;
