/** Small stories of the commands on real state folders. */
package io.windhover.app.command;
