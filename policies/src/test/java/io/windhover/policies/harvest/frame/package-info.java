/** Tests of what the harvest policies share. */
@NullMarked
package io.windhover.policies.harvest.frame;

import org.jspecify.annotations.NullMarked;
