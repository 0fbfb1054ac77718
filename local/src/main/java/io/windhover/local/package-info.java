/** This machine as a cloud: machines that are processes, and a market that befalls them. */
@NullMarked
package io.windhover.local;

import org.jspecify.annotations.NullMarked;
