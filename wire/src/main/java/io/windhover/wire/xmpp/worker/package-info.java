/** A worker's end of the wire, whatever way stanzas travel. */
@NullMarked
package io.windhover.wire.xmpp.worker;

import org.jspecify.annotations.NullMarked;
