/** Tests of the policies for bags. */
@NullMarked
package io.windhover.policies.bag;

import org.jspecify.annotations.NullMarked;
