/** Programs that the scripts in bench/ run; they measure, and no build waits for them. */
@NullMarked
package io.windhover.app.bench;

import org.jspecify.annotations.NullMarked;
