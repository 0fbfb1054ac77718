/** One class for each command of the command line. */
@NullMarked
package io.windhover.app.command;

import org.jspecify.annotations.NullMarked;
