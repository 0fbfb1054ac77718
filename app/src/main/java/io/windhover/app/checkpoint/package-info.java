/** The store in which a manager has workers keep what tasks save. */
@NullMarked
package io.windhover.app.checkpoint;

import org.jspecify.annotations.NullMarked;
