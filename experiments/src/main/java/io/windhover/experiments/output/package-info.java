/** A report as tables for a terminal, CSV, JSON, one page of HTML, and pictures. */
@NullMarked
package io.windhover.experiments.output;

import org.jspecify.annotations.NullMarked;
