@org.jspecify.annotations.NullMarked
package io.windhover.simulator.cloud;
