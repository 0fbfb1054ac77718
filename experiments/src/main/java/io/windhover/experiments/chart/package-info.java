/**
 * Pictures: one drawing for SVG and PNG. Written by hand because SVG must be equal byte for byte on
 * any machine, and chart libraries lay out text by the fonts that happen to be installed.
 */
@NullMarked
package io.windhover.experiments.chart;

import org.jspecify.annotations.NullMarked;
