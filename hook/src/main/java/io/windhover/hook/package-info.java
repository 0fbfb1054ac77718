/** A script of the user's as a source of machines. */
@NullMarked
package io.windhover.hook;

import org.jspecify.annotations.NullMarked;
