/** Scenarios lived through in virtual time, and what each is to be compared with. */
@NullMarked
package io.windhover.app.simulate;

import org.jspecify.annotations.NullMarked;
