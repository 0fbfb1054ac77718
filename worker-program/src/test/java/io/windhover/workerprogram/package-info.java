/** What the worker's program says to whom it does not understand. */
package io.windhover.workerprogram;
