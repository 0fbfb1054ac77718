/** The step in virtual time: machines that come and go, tasks that take their time or fail. */
@NullMarked
package io.windhover.simulator;

import org.jspecify.annotations.NullMarked;
