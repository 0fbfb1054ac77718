package io.windhover.experiments.chart;

import java.util.List;

/** What a chart is drawn on; the origin is the upper left corner. */
interface Canvas {
  /** Where text stands relative to its point. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** A series colour from 0 up, or one of these. */
  int INK = -1;

  int FAINT = -2;

  void line(double x1, double y1, double x2, double y2, int colour);

  void box(double x, double y, double width, double height, int colour);

  void text(double x, double y, String text, Anchor anchor, boolean bold);

  /** A box that what lies under it still shows through, for backgrounds. */
  void veil(double x, double y, double width, double height);

  /** Slanted lines over what lies there. */
  void hatch(double x, double y, double width, double height);

  /** Sparse fine lines, slanted the other way: something was there and nobody used it. */
  void idle(double x, double y, double width, double height);

  void dashed(double x1, double y1, double x2, double y2, int colour);

  /**
   * Small text, for crowded places.
   *
   * @param onColour whether it stands on a dark colour rather than on the background
   */
  void note(double x, double y, String text, Anchor anchor, boolean onColour);

  /** A closed shape of corners, each x and y, that what lies under it still shows through. */
  void area(List<double[]> corners, int colour);

  /** Upwards along the y axis, its middle at the point. */
  void upwards(double x, double y, String text);
}
