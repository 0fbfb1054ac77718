@NullMarked
package io.windhover.policies.workflow.ensemble;

import org.jspecify.annotations.NullMarked;
