/** Tests of words for people. */
@NullMarked
package io.windhover.core.words;

import org.jspecify.annotations.NullMarked;
