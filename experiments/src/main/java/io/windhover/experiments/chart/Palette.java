package io.windhover.experiments.chart;

/** Colours that can be told apart by colour-blind people, on light and on dark (Okabe and Ito). */
final class Palette {
  private static final int[] COLOURS = {
    0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0xD55E00, 0x56B4E9, 0x8C8C8C, 0xB8A800
  };

  static final int COUNT = COLOURS.length;

  /** From little to much, all dark enough for light text; from here on colours are these. */
  static final int HEAT = 1000;

  private static final int[] HEATS = {0x7F7F7F, 0x5A90B8, 0x3F7AA8, 0x2A6292, 0x184A78, 0x0A2F55};

  static final int HEAT_COUNT = HEATS.length;

  private Palette() {}

  static int of(int series) {
    if (series >= HEAT) {
      return HEATS[Math.min(series - HEAT, HEATS.length - 1)];
    }
    return COLOURS[series % COLOURS.length];
  }

  static String hex(int series) {
    return "#%06x".formatted(of(series));
  }
}
