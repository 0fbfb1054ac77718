/** Stories about streams of workflows. */
@NullMarked
package io.windhover.policies.workflow;

import org.jspecify.annotations.NullMarked;
