package io.windhover.experiments.chart;

/** Two runs of the same work above each other, on one scale, each from its first submission on. */
public record TimelinePair(Timeline upper, Timeline lower) {
  /** The same text on every machine. */
  public String svg() {
    long longest =
        Math.max(
            new TimelineLayout(upper.run()).endMillisShown(),
            new TimelineLayout(lower.run()).endMillisShown());
    var first = new TimelineLayout(upper.run(), longest);
    var second = new TimelineLayout(lower.run(), longest);
    var canvas =
        new SvgCanvas(
            TimelineLayout.WIDTH,
            first.height() + second.height(),
            upper.title() + "; " + lower.title());
    new TimelinePainter(upper.title(), upper.run(), first, canvas).paint();
    new TimelinePainter(
            lower.title(), lower.run(), second, new LoweredCanvas(canvas, first.height()))
        .paint();
    return canvas.svg();
  }
}
