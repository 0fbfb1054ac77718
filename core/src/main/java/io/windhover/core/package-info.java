/** The heart of Windhover: a world, what happens to it, and one pure step that decides. */
@NullMarked
package io.windhover.core;

import org.jspecify.annotations.NullMarked;
