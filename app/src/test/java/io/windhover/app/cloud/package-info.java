/** Runs on machines that are rented for them. */
package io.windhover.app.cloud;
