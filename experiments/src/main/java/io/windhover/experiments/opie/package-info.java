/** OPIE (López García et al. 2019): preemptible instances for private clouds, redone. */
@NullMarked
package io.windhover.experiments.opie;

import org.jspecify.annotations.NullMarked;
