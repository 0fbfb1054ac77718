/**
 * The wire over XMPP: what the stanzas of Kestrel and our own look like (docs/wire.md), and how
 * they become messages. Nothing in this package opens a connection.
 */
@NullMarked
package io.windhover.wire.xmpp;

import org.jspecify.annotations.NullMarked;
