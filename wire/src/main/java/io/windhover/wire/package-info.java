/** What manager and workers say to each other, and the ways it travels. */
@NullMarked
package io.windhover.wire;

import org.jspecify.annotations.NullMarked;
