/** OPIE redone: that reports are the same again, and that its checks can fail. */
@NullMarked
package io.windhover.experiments.opie;

import org.jspecify.annotations.NullMarked;
