/** The placement service over HTTP: connections, routes, tokens, metrics. */
@NullMarked
package io.windhover.app.http;

import org.jspecify.annotations.NullMarked;
