/** Words that people write: which one was probably meant. */
@NullMarked
package io.windhover.core.words;

import org.jspecify.annotations.NullMarked;
