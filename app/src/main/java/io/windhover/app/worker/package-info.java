/** A worker of a pool on this machine. */
@NullMarked
package io.windhover.app.worker;

import org.jspecify.annotations.NullMarked;
