/** A pool at its manager's own port. */
package io.windhover.app.port;
