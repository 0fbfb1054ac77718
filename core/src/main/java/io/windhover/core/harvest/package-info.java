/** Machines whose cores come and go, as a recorded or generated trace. */
@NullMarked
package io.windhover.core.harvest;

import org.jspecify.annotations.NullMarked;
