/** Tests of plans. */
@NullMarked
package io.windhover.policies.bag.plan;

import org.jspecify.annotations.NullMarked;
