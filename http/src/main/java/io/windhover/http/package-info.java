/**
 * A small HTTP server on Netty: routes as data, answers that may come later, WebSockets, TLS. It
 * knows nothing of what is asked for. No type of Netty is in what others use of it.
 */
@NullMarked
package io.windhover.http;

import org.jspecify.annotations.NullMarked;
