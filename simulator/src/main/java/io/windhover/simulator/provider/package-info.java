/** A provider made of hosts: its regular customers are why spot machines freeze or end. */
@NullMarked
package io.windhover.simulator.provider;

import org.jspecify.annotations.NullMarked;
