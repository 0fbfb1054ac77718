/** A real cluster (Alibaba's openb records of 2023) with and without preemptible instances. */
@NullMarked
package io.windhover.experiments.opie.openb;

import org.jspecify.annotations.NullMarked;
