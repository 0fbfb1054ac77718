/** Hooks that do what they should, and hooks that do not. */
@NullMarked
package io.windhover.hook;

import org.jspecify.annotations.NullMarked;
