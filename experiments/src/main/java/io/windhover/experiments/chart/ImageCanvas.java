package io.windhover.experiments.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

/** Draws an image of twice the size, dark on white. */
final class ImageCanvas implements Canvas {
  private static final int SCALE = 2;
  private static final int TEXT_POINTS = 12;
  private static final int BOLD_POINTS = 14;
  private static final int NOTE_POINTS = 9;

  private final BufferedImage image;
  private final Graphics2D graphics;

  ImageCanvas(int width, int height) {
    image = new BufferedImage(width * SCALE, height * SCALE, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.scale(SCALE, SCALE);
  }

  BufferedImage image() {
    graphics.dispose();
    return image;
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, int colour) {
    graphics.setStroke(new BasicStroke(colour >= 0 ? 2 : 1));
    graphics.setColor(
        switch (colour) {
          case INK -> new Color(0x222222);
          case FAINT -> new Color(0xcccccc);
          default -> new Color(Palette.of(colour));
        });
    graphics.draw(new Line2D.Double(x1, y1, x2, y2));
  }

  @Override
  public void box(double x, double y, double width, double height, int colour) {
    graphics.setColor(new Color(colour == INK ? 0x222222 : Palette.of(colour)));
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void text(double x, double y, String text, Anchor anchor, boolean bold) {
    Font font =
        new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, bold ? BOLD_POINTS : TEXT_POINTS);
    write(x, y, text, anchor, font, false);
  }

  @Override
  public void veil(double x, double y, double width, double height) {
    graphics.setColor(new Color(0x88, 0x88, 0x88, 40));
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void hatch(double x, double y, double width, double height) {
    var area = new Rectangle2D.Double(x, y, width, height);
    graphics.setColor(new Color(255, 255, 255, 140));
    graphics.fill(area);
    Shape before = graphics.getClip();
    graphics.clip(area);
    graphics.setColor(new Color(0x555555));
    graphics.setStroke(new BasicStroke(1));
    // On one grid for the whole picture, so that neighbours join.
    for (double at = Math.floor((x - y - height) / 7) * 7; at < x + width - y; at += 7) {
      graphics.draw(new Line2D.Double(at + y, y, at + y + height, y + height));
    }
    graphics.setClip(before);
  }

  @Override
  public void idle(double x, double y, double width, double height) {
    var area = new Rectangle2D.Double(x, y, width, height);
    graphics.setColor(new Color(0x99, 0x99, 0x99, 36));
    graphics.fill(area);
    Shape before = graphics.getClip();
    graphics.clip(area);
    graphics.setColor(new Color(0x999999));
    graphics.setStroke(new BasicStroke(0.7f));
    for (double at = Math.floor((x + y) / 6) * 6; at < x + width + y + height; at += 6) {
      graphics.draw(new Line2D.Double(at - y, y, at - y - height, y + height));
    }
    graphics.setClip(before);
  }

  @Override
  public void dashed(double x1, double y1, double x2, double y2, int colour) {
    graphics.setColor(colour >= 0 ? new Color(Palette.of(colour)) : new Color(0x222222));
    graphics.setStroke(
        new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {5, 3}, 0));
    graphics.draw(new Line2D.Double(x1, y1, x2, y2));
  }

  @Override
  public void note(double x, double y, String text, Anchor anchor, boolean onColour) {
    write(x, y, text, anchor, new Font(Font.SANS_SERIF, Font.PLAIN, NOTE_POINTS), onColour);
  }

  @Override
  public void area(List<double[]> corners, int colour) {
    var shape = new Path2D.Double();
    shape.moveTo(corners.get(0)[0], corners.get(0)[1]);
    corners.forEach(corner -> shape.lineTo(corner[0], corner[1]));
    shape.closePath();
    int rgb = Palette.of(colour);
    graphics.setColor(new Color(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff, 56));
    graphics.fill(shape);
  }

  private void write(double x, double y, String text, Anchor anchor, Font font, boolean onColour) {
    graphics.setColor(onColour ? Color.WHITE : new Color(0x222222));
    graphics.setFont(font);
    double wide = graphics.getFontMetrics().stringWidth(text);
    double left =
        switch (anchor) {
          case START -> x;
          case MIDDLE -> x - wide / 2;
          case END -> x - wide;
        };
    graphics.drawString(text, (float) left, (float) y);
  }

  @Override
  public void upwards(double x, double y, String text) {
    AffineTransform before = graphics.getTransform();
    graphics.rotate(-Math.PI / 2, x, y);
    text(x, y, text, Anchor.MIDDLE, false);
    graphics.setTransform(before);
  }
}
