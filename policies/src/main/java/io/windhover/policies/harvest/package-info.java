/** Long tasks that cannot be interrupted, on machines whose cores come and go (SlackSched). */
@NullMarked
package io.windhover.policies.harvest;

import org.jspecify.annotations.NullMarked;
