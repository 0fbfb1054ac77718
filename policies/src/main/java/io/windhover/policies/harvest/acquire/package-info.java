/** Which machines to ask for and which to let go; plain values in and out. */
@NullMarked
package io.windhover.policies.harvest.acquire;

import org.jspecify.annotations.NullMarked;
