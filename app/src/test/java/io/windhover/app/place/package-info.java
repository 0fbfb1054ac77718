/** Plug-ins made for tests. */
package io.windhover.app.place;
