/** Tests of the matching of tasks and nodes. */
@NullMarked
package io.windhover.policies.harvest.match;

import org.jspecify.annotations.NullMarked;
