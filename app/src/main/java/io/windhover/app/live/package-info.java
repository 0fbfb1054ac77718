/**
 * The same job on real machines of this machine as a cloud and in the simulator, to see that both
 * agree: {@code windhover reproduce live}.
 */
@NullMarked
package io.windhover.app.live;

import org.jspecify.annotations.NullMarked;
