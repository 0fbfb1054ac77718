/**
 * The client's side of XMPP, for workers and the command line. The only package that names Smack:
 * beyond it everybody speaks in our own stanzas.
 */
@NullMarked
package io.windhover.wire.xmpp.client;

import org.jspecify.annotations.NullMarked;
