/** The same stories on real machines and in the simulator. */
package io.windhover.app.live;
