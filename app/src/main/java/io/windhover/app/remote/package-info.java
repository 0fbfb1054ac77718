/** A pool as its users reach it from afar: what they ask, and what they are answered. */
@NullMarked
package io.windhover.app.remote;

import org.jspecify.annotations.NullMarked;
