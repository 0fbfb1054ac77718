/** Kestrel's month for STAR, lived again in virtual time by the real manager and real agents. */
@NullMarked
package io.windhover.experiments.kestrel;

import org.jspecify.annotations.NullMarked;
