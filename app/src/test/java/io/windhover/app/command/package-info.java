/** Commands as people call them. */
package io.windhover.app.command;
