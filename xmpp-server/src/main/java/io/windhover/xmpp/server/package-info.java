/**
 * Private XMPP servers on the loopback address: for a pool on one machine and for tests. They come
 * from the system's packages and live in one folder each; nothing outside it is touched.
 */
@NullMarked
package io.windhover.xmpp.server;

import org.jspecify.annotations.NullMarked;
