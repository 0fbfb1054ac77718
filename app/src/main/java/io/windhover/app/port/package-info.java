/** A manager's own HTTPS port: tokens of accounts, and the wire of workers and people. */
@NullMarked
package io.windhover.app.port;

import org.jspecify.annotations.NullMarked;
