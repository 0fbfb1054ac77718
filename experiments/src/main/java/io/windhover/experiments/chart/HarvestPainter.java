package io.windhover.experiments.chart;

import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.experiments.chart.Canvas.Anchor;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.AttemptRecord.Outcome;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.TaskRecord;
import java.util.List;

/** Draws harvest machines; bands stand on their lower edges, as a skyline does. */
final class HarvestPainter {
  /** Colours of the palette that jobs take in turn; what was lost has the one nearest to red. */
  private static final int[] JOB_COLOURS = {0, 2, 5, 3, 7};

  private static final int LOST = 4;
  private static final double NOTE_CHAR = 5.4;
  private static final double NAMED_LEAST = 9;
  private static final double CROSS = 4.5;

  private final String title;
  private final RunRecord run;
  private final HarvestLayout layout;
  private final TimeAxis axis;
  private final Canvas canvas;

  HarvestPainter(String title, RunRecord run, HarvestLayout layout, Canvas canvas) {
    this.title = title;
    this.run = run;
    this.layout = layout;
    this.axis = layout.axis();
    this.canvas = canvas;
  }

  void paint() {
    canvas.text(HarvestLayout.LEFT, 20, title, Anchor.START, true);
    axis.paint(canvas, HarvestLayout.TOP - 8, layout.bottom());
    run.jobs().forEach(this::job);
    double x = HarvestLayout.LEFT - 10;
    canvas.text(x, HarvestLayout.TOP + 9, "jobs", Anchor.END, false);
    canvas.note(x, HarvestLayout.TOP + 20, layout.jobsShown() + " here", Anchor.END, false);
    for (HarvestLayout.Band band : layout.bands()) {
      label(band);
      for (HarvestTimeline.Machine machine : band.machines) {
        size(machine, band.bottom);
        CoreStack.pieces(machine, run.tasks()).forEach(piece -> piece(piece, band.bottom));
        eviction(machine, band);
      }
      canvas.line(HarvestLayout.LEFT, band.bottom, HarvestLayout.RIGHT, band.bottom, Canvas.FAINT);
    }
    if (layout.hidden() > 0) {
      canvas.note(
          HarvestLayout.RIGHT,
          layout.bottom() + 30,
          layout.hidden() + " machines more are not drawn",
          Anchor.END,
          false);
    }
    legend();
  }

  private static int colour(int job) {
    return JOB_COLOURS[Math.floorMod(job, JOB_COLOURS.length)];
  }

  private void job(JobRecord job) {
    layout
        .jobTop(job.id())
        .ifPresent(
            top -> {
              boolean over = job.endedAtMillis() >= 0;
              double from = axis.x(job.submittedAtMillis());
              double to = over ? axis.x(job.endedAtMillis()) : HarvestLayout.RIGHT;
              int colour = job.succeeded() ? colour(job.id()) : LOST;
              canvas.box(from, top, Math.max(1, to - from), HarvestLayout.JOB_HEIGHT, colour);
              name(job.id(), from, to, top + HarvestLayout.JOB_HEIGHT - 1);
            });
  }

  private void name(int job, double from, double to, double y) {
    String text = Integer.toString(job);
    if (text.length() * NOTE_CHAR + 4 <= to - from) {
      canvas.note((from + to) / 2, y, text, Anchor.MIDDLE, true);
    }
  }

  private void label(HarvestLayout.Band band) {
    double height = band.coresMax * layout.coreHeight();
    double x = HarvestLayout.LEFT - 8;
    if (height < 22) {
      String text = "%s, up to %d".formatted(band.name, band.coresMax);
      canvas.note(x, band.bottom - 1, text, Anchor.END, false);
      return;
    }
    canvas.text(x, band.bottom - 12, band.name, Anchor.END, false);
    canvas.note(x, band.bottom - 1, "up to %d cores".formatted(band.coresMax), Anchor.END, false);
  }

  /** The cores it has, as light steps with a line on top. */
  private void size(HarvestTimeline.Machine machine, double bottom) {
    List<Step> steps = machine.steps();
    double before = -1;
    for (int i = 0; i < steps.size(); i++) {
      long from = steps.get(i).atMillis();
      long to = machine.endMillis(i, Long.MAX_VALUE);
      int cores = steps.get(i).cores();
      if (!axis.overlaps(from, to) || to == from) {
        continue;
      }
      double left = axis.x(from);
      double right = axis.x(to);
      double top = bottom - cores * layout.coreHeight();
      if (cores > 0) {
        canvas.veil(left, top, right - left, bottom - top);
        canvas.line(left, top, right, top, Canvas.FAINT);
      }
      if (before >= 0) {
        canvas.line(left, before, left, top, Canvas.FAINT);
      }
      before = top;
    }
  }

  private void piece(CoreStack.Piece piece, double bottom) {
    if (!axis.overlaps(piece.fromMillis(), piece.toMillis())) {
      return;
    }
    AttemptRecord attempt = piece.attempt();
    double height = piece.cores() * layout.coreHeight();
    double top = bottom - (piece.lowest() + piece.cores()) * layout.coreHeight();
    // A hair is left between neighbours, as far as there is room for one.
    double gap = height > 4 ? 0.8 : 0.3;
    long kept =
        Math.max(piece.fromMillis(), Math.min(piece.toMillis(), attempt.usefulUntilMillis()));
    double from = axis.x(piece.fromMillis());
    double useful = axis.x(kept);
    double to = axis.x(piece.toMillis());
    boolean ends = piece.toMillis() == attempt.endedAtMillis();
    double end = ends ? Math.max(from + 0.4, to - gap) : to;
    if (useful > from) {
      block(from, top, Math.min(useful, end) - from, height - gap, colour(job(piece)));
    }
    if (end > useful) {
      block(useful, top, end - useful, height - gap, LOST);
      if (attempt.outcome() == Outcome.STOPPED) {
        canvas.hatch(useful, top, end - useful, height - gap);
      }
    }
    if (height >= NAMED_LEAST) {
      name(job(piece), from, to, top + height / 2 + 3);
    }
  }

  private static int job(CoreStack.Piece piece) {
    TaskRecord task = piece.task();
    return task.id().job();
  }

  private void block(double x, double y, double width, double height, int colour) {
    canvas.box(x, y, Math.max(0.2, width), Math.max(0.4, height), colour);
  }

  /** A cross where a machine had to go. */
  private void eviction(HarvestTimeline.Machine machine, HarvestLayout.Band band) {
    int last = machine.steps().size() - 1;
    if (last < 1 || machine.steps().get(last).cores() > 0) {
      return;
    }
    long at = machine.steps().get(last).atMillis();
    if (axis.shows(at)) {
      cross(axis.x(at), band.bottom - CROSS - 1);
    }
  }

  private void cross(double x, double y) {
    for (double off : new double[] {-0.5, 0, 0.5}) {
      canvas.line(x - CROSS + off, y - CROSS, x + CROSS + off, y + CROSS, Canvas.INK);
      canvas.line(x - CROSS + off, y + CROSS, x + CROSS + off, y - CROSS, Canvas.INK);
    }
  }

  private void legend() {
    double y = layout.bottom() + 50;
    double x = HarvestLayout.LEFT;
    canvas.box(x, y - 10, 9, 12, JOB_COLOURS[0]);
    canvas.box(x + 9, y - 10, 9, 12, JOB_COLOURS[1]);
    x = entry(x, y, "tasks, a colour and a number for each job");
    canvas.box(x, y - 10, 18, 12, LOST);
    x = entry(x, y, "killed, work lost");
    if (run.tasks().stream()
        .flatMap(task -> task.attempts().stream())
        .anyMatch(attempt -> attempt.outcome() == Outcome.STOPPED)) {
      canvas.box(x, y - 10, 18, 12, LOST);
      canvas.hatch(x, y - 10, 18, 12);
      x = entry(x, y, "ended by the policy");
    }
    canvas.veil(x, y - 10, 18, 12);
    canvas.line(x, y - 10, x + 18, y - 10, Canvas.FAINT);
    x = entry(x, y, "cores paid for, idle");
    cross(x + 9, y - 4);
    entry(x, y, "machine evicted");
  }

  private double entry(double x, double y, String text) {
    canvas.text(x + 24, y, text, Anchor.START, false);
    return x + 44 + text.length() * 6.6;
  }
}
