/** Folders, locks and secrets on a real file system. */
package io.windhover.host;
