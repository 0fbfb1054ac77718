/** HADS redone: bags on spot VMs that hibernate (Teylo et al. 2020). */
@NullMarked
package io.windhover.experiments.hads;

import org.jspecify.annotations.NullMarked;
