/** The command line as people use it. */
package io.windhover.app;
