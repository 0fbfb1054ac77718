/** The placement service over real HTTP. */
package io.windhover.app.http;
