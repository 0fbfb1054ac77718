/** Which node a task goes to, or waits for; plain values in and out. */
@NullMarked
package io.windhover.policies.harvest.match;

import org.jspecify.annotations.NullMarked;
