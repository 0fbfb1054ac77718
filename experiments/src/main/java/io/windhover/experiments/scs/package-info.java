/** SCS (Mao and Humphrey, SC 2011): streams of workflows with deadlines, redone and beyond. */
@NullMarked
package io.windhover.experiments.scs;

import org.jspecify.annotations.NullMarked;
