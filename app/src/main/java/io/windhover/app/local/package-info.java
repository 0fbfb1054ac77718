/** Manager and worker in one process: what {@code windhover run} is made of. */
@NullMarked
package io.windhover.app.local;

import org.jspecify.annotations.NullMarked;
