/** The parts of HADS: limits, plan, queues, triggers, migration, stealing, checkpoints. */
@NullMarked
package io.windhover.policies.bag.hads;

import org.jspecify.annotations.NullMarked;
