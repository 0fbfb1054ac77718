/** The journal's format, recovery, and requests from other processes. */
package io.windhover.manager;
