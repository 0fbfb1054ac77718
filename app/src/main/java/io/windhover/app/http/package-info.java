/** The placement service over HTTP: its routes, token and metrics. */
@NullMarked
package io.windhover.app.http;

import org.jspecify.annotations.NullMarked;
