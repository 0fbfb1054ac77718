/** A modelled cloud as a source: who has rented what, what becomes of it, what is charged. */
@NullMarked
package io.windhover.rental;

import org.jspecify.annotations.NullMarked;
