/** Stories lived through by the real manager and real agents, with everything going wrong. */
@NullMarked
package io.windhover.app.virtual;

import org.jspecify.annotations.NullMarked;
