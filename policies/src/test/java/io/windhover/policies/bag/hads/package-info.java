/** Tests of HADS: hand arithmetic, small stories, and a naive walk of its plan. */
@NullMarked
package io.windhover.policies.bag.hads;

import org.jspecify.annotations.NullMarked;
