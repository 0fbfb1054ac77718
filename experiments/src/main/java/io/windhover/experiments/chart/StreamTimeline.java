package io.windhover.experiments.chart;

import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import java.util.Optional;

/**
 * A stream of jobs: when each came, was done and was due, and what the machines of each type did,
 * in one colour for each job.
 *
 * @param window the part to show; all of it when empty
 */
public record StreamTimeline(String title, RunRecord run, Optional<Span> window) {
  /** The same text on every machine. */
  public String svg() {
    var layout = new StreamLayout(run, window);
    var canvas = new SvgCanvas(StreamLayout.WIDTH, layout.height(), title);
    new StreamPainter(title, run, layout, canvas).paint();
    return canvas.svg();
  }

  /** Looks a little different where other fonts are installed. */
  public byte[] png() {
    var layout = new StreamLayout(run, window);
    var canvas = new ImageCanvas(StreamLayout.WIDTH, layout.height());
    new StreamPainter(title, run, layout, canvas).paint();
    return Pictures.bytes(canvas);
  }
}
