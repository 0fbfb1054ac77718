package io.windhover.experiments.chart;

import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import java.util.List;

/**
 * Harvest machines: a band for each, as high as it has cores, and in it the tasks, as high as
 * theirs; above them the jobs.
 *
 * @param machines in the order in which they came; those of one name share a band
 * @param shown the part of the run to draw
 */
public record HarvestTimeline(String title, List<Machine> machines, RunRecord run, Span shown) {
  /**
   * A machine and its sizes.
   *
   * @param steps one of 0 cores is its end
   */
  public record Machine(int id, String name, List<Step> steps) {
    public Machine {
      steps = List.copyOf(steps);
    }

    /** When the size of this step ends. */
    long endMillis(int step, long otherwiseMillis) {
      return step + 1 < steps.size() ? steps.get(step + 1).atMillis() : otherwiseMillis;
    }
  }

  public HarvestTimeline {
    machines = List.copyOf(machines);
  }

  /** The same text on every machine. */
  public String svg() {
    var layout = new HarvestLayout(machines, run, shown);
    var canvas = new SvgCanvas(HarvestLayout.WIDTH, layout.height(), title);
    new HarvestPainter(title, run, layout, canvas).paint();
    return canvas.svg();
  }

  /** Looks a little different where other fonts are installed. */
  public byte[] png() {
    var layout = new HarvestLayout(machines, run, shown);
    var canvas = new ImageCanvas(HarvestLayout.WIDTH, layout.height());
    new HarvestPainter(title, run, layout, canvas).paint();
    return Pictures.bytes(canvas);
  }
}
