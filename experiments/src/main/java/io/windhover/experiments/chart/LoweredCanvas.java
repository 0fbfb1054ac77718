package io.windhover.experiments.chart;

import java.util.List;

/** The part of a canvas that begins so far down, for pictures that stand above each other. */
record LoweredCanvas(Canvas whole, double down) implements Canvas {
  @Override
  public void line(double x1, double y1, double x2, double y2, int colour) {
    whole.line(x1, y1 + down, x2, y2 + down, colour);
  }

  @Override
  public void box(double x, double y, double width, double height, int colour) {
    whole.box(x, y + down, width, height, colour);
  }

  @Override
  public void text(double x, double y, String text, Anchor anchor, boolean bold) {
    whole.text(x, y + down, text, anchor, bold);
  }

  @Override
  public void veil(double x, double y, double width, double height) {
    whole.veil(x, y + down, width, height);
  }

  @Override
  public void hatch(double x, double y, double width, double height) {
    whole.hatch(x, y + down, width, height);
  }

  @Override
  public void idle(double x, double y, double width, double height) {
    whole.idle(x, y + down, width, height);
  }

  @Override
  public void dashed(double x1, double y1, double x2, double y2, int colour) {
    whole.dashed(x1, y1 + down, x2, y2 + down, colour);
  }

  @Override
  public void note(double x, double y, String text, Anchor anchor, boolean onColour) {
    whole.note(x, y + down, text, anchor, onColour);
  }

  @Override
  public void area(List<double[]> corners, int colour) {
    whole.area(corners.stream().map(at -> new double[] {at[0], at[1] + down}).toList(), colour);
  }

  @Override
  public void upwards(double x, double y, String text) {
    whole.upwards(x, y + down, text);
  }
}
