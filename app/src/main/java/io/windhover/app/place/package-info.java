/** Hosts, instances and requests as people and programs write them, in JSON; and what to answer. */
@NullMarked
package io.windhover.app.place;

import org.jspecify.annotations.NullMarked;
