/** The HTTP layer, with real sockets. */
package io.windhover.http;
