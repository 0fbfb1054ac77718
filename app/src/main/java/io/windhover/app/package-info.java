/** The program people start: command line, wiring, exit codes. */
@NullMarked
package io.windhover.app;

import org.jspecify.annotations.NullMarked;
