/** Small stories about what is rented when, by hand arithmetic. */
@NullMarked
package io.windhover.policies.workflow.justintime;

import org.jspecify.annotations.NullMarked;
