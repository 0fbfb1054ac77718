/** What people see while something runs: a live block on a terminal, plain lines elsewhere. */
@NullMarked
package io.windhover.app.terminal;

import org.jspecify.annotations.NullMarked;
