/** What the harvest policies share: what they remember, what they see, how they act. */
@NullMarked
package io.windhover.policies.harvest.frame;

import org.jspecify.annotations.NullMarked;
