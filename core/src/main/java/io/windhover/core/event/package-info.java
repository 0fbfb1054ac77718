/** What happened: facts, grouped by the instant at which they happened. */
@NullMarked
package io.windhover.core.event;

import org.jspecify.annotations.NullMarked;
