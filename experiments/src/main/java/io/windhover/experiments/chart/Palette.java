package io.windhover.experiments.chart;

/** Colours that can be told apart by colour-blind people, on light and on dark (Okabe and Ito). */
final class Palette {
  private static final int[] COLOURS = {
    0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0xD55E00, 0x56B4E9, 0x8C8C8C, 0xB8A800
  };

  private Palette() {}

  static int of(int series) {
    return COLOURS[series % COLOURS.length];
  }

  static String hex(int series) {
    return "#%06x".formatted(of(series));
  }
}
