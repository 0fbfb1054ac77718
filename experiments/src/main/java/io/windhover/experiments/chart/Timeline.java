package io.windhover.experiments.chart;

import io.windhover.simulator.record.RunRecord;

/**
 * What every core of every VM did in a run, as in Figure 3 of the HADS paper: tasks as bars,
 * hibernations hatched, the deadline and the moments that the policy set as lines.
 */
public record Timeline(String title, RunRecord run) {
  /** The same text on every machine. */
  public String svg() {
    var layout = new TimelineLayout(run);
    var canvas = new SvgCanvas(TimelineLayout.WIDTH, layout.height(), title);
    new TimelinePainter(title, run, layout, canvas).paint();
    return canvas.svg();
  }

  /** Looks a little different where other fonts are installed. */
  public byte[] png() {
    var layout = new TimelineLayout(run);
    var canvas = new ImageCanvas(TimelineLayout.WIDTH, layout.height());
    new TimelinePainter(title, run, layout, canvas).paint();
    return Pictures.bytes(canvas);
  }
}
