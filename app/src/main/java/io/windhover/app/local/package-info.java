/** One job that a process sees to, on this machine: what {@code windhover run} is made of. */
@NullMarked
package io.windhover.app.local;

import org.jspecify.annotations.NullMarked;
