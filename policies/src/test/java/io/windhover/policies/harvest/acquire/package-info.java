/** Tests of the acquirer. */
@NullMarked
package io.windhover.policies.harvest.acquire;

import org.jspecify.annotations.NullMarked;
