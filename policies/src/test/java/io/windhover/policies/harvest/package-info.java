/** Tests of the harvest policies. */
@NullMarked
package io.windhover.policies.harvest;

import org.jspecify.annotations.NullMarked;
