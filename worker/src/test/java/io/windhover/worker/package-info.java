/** Stories of the worker: its protocol in virtual time, its processes for real. */
@NullMarked
package io.windhover.worker;

import org.jspecify.annotations.NullMarked;
