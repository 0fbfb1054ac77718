/** The wire over a manager's own port, with real sockets and real TLS. */
@NullMarked
package io.windhover.wire.port;

import org.jspecify.annotations.NullMarked;
