/** State folders as commands see them: which one is meant, what it says, and who works on it. */
@NullMarked
package io.windhover.app.state;

import org.jspecify.annotations.NullMarked;
