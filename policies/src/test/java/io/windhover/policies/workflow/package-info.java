/** Workflow policies put to the contract, to the paper's figures and to streams of jobs. */
@NullMarked
package io.windhover.policies.workflow;

import org.jspecify.annotations.NullMarked;
