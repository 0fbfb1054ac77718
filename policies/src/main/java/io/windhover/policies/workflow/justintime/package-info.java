/**
 * The machinery of the {@code workflow} policy: tasks float until the last moment at which a
 * machine for them would have to be asked for, and fill whatever is paid for until then.
 */
@NullMarked
package io.windhover.policies.workflow.justintime;

import org.jspecify.annotations.NullMarked;
