/** What is promised about the speed of placement, measured; run by bench/placement. */
@NullMarked
package io.windhover.placement.bench;

import org.jspecify.annotations.NullMarked;
