/** Reproducible chance, for drivers and seeded searches. */
@NullMarked
package io.windhover.core.chance;

import org.jspecify.annotations.NullMarked;
