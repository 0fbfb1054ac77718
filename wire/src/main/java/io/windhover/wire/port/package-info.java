/**
 * The wire over the manager's own port: stanzas in a WebSocket, with no server in between. {@link
 * io.windhover.wire.port.PortDialer} is the clients' end, of workers and of people, and needs
 * nothing but the JDK. {@link io.windhover.wire.port.PortStanzas} is the manager's; whoever serves
 * HTTP hands it the sockets that were opened.
 */
@NullMarked
package io.windhover.wire.port;

import org.jspecify.annotations.NullMarked;
