/** Tests with real processes. */
@NullMarked
package io.windhover.local;

import org.jspecify.annotations.NullMarked;
