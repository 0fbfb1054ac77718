/** Servers, what their customers leave, and what is made of it. */
@NullMarked
package io.windhover.simulator.harvest;

import org.jspecify.annotations.NullMarked;
