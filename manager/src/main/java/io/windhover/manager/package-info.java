/** The live driver of the step: inbox, journal, timers, and the workers on the wire. */
@NullMarked
package io.windhover.manager;

import org.jspecify.annotations.NullMarked;
