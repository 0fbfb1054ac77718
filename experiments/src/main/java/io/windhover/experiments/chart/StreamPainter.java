package io.windhover.experiments.chart;

import io.windhover.core.model.Deadline;
import io.windhover.experiments.chart.Canvas.Anchor;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Draws a stream; text is placed by its anchor, never by its measured width. */
final class StreamPainter {
  /** Colours of the palette that jobs take in turn; vermilion is for what went wrong. */
  private static final int[] JOB_COLOURS = {0, 1, 2, 3, 5, 7};

  private static final int WRONG = 4;
  private static final String JOB_MEANS = "a colour and a number for each job";
  private static final String DEADLINE_MEANS = "deadline";
  private static final String START_UP_MEANS = "starting up";
  private static final String IDLE_MEANS = "paid for, idle";
  private static final String WRONG_MEANS = "late, or work lost";
  private static final String HIBERNATED_MEANS = "hibernated";
  private static final String NOTICE_MEANS = "notice";
  private static final String GONE_MEANS = "VM lost";
  private static final double NOTE_CHAR = 5.4;
  private static final double NAMED_ROW_MIN = 10;

  private final String title;
  private final RunRecord run;
  private final StreamLayout layout;
  private final Canvas canvas;
  private final Legend legend;
  private final Map<Integer, VmRecord> machines = new HashMap<>();

  StreamPainter(String title, RunRecord run, StreamLayout layout, Canvas canvas) {
    this.title = title;
    this.run = run;
    this.layout = layout;
    this.canvas = canvas;
    this.legend = new Legend(canvas);
    run.vms().forEach(vm -> machines.put(vm.id(), vm));
  }

  void paint() {
    canvas.text(StreamLayout.LEFT, 20, title, Anchor.START, true);
    layout.axis().paint(canvas, StreamLayout.TOP - 8, layout.bottom());
    run.jobs().forEach(this::job);
    run.vms().forEach(this::machine);
    for (TaskRecord task : run.tasks()) {
      task.attempts().forEach(attempt -> attempt(task, attempt));
    }
    run.vms().forEach(this::hibernations);
    label(layout.jobs(), layout.jobsShown() + " here");
    for (StreamLayout.Band band : layout.bands()) {
      label(band, "up to %d at once".formatted(band.lanes + band.hidden));
    }
    legend();
  }

  private void label(StreamLayout.Band band, String what) {
    double x = StreamLayout.LEFT - 10;
    canvas.text(x, band.top + 11, band.name, Anchor.END, false);
    canvas.note(x, band.top + 23, what, Anchor.END, false);
    if (band.hidden > 0) {
      String note = "%d rows more are not drawn".formatted(band.hidden);
      canvas.note(StreamLayout.RIGHT, band.bottom() + 8, note, Anchor.END, false);
    }
  }

  private static int colour(int job) {
    return JOB_COLOURS[Math.floorMod(job, JOB_COLOURS.length)];
  }

  /** From the submission to the end as a bar, on to the deadline as a line with a tick. */
  private void job(JobRecord job) {
    Optional<Double> top = layout.jobTop(job.id());
    if (top.isEmpty()) {
      return;
    }
    double y = top.get();
    double height = layout.jobs().laneHeight;
    boolean due = job.deadlineAtMillis() != Deadline.NEVER_MILLIS;
    long endMillis = job.endedAtMillis() < 0 ? layout.shown().toMillis() : job.endedAtMillis();
    long goodMillis = due ? Math.min(endMillis, job.deadlineAtMillis()) : endMillis;
    double from = layout.x(job.submittedAtMillis());
    double good = layout.x(goodMillis);
    double end = layout.x(endMillis);
    canvas.box(from, y, Math.max(0.5, good - from), height, colour(job.id()));
    legend.drew(JOB_MEANS);
    if (end > good || !job.succeeded()) {
      canvas.box(good, y, Math.max(1.5, end - good), height, WRONG);
      legend.drew(WRONG_MEANS);
    }
    if (due && shows(job.deadlineAtMillis())) {
      double at = layout.x(job.deadlineAtMillis());
      if (at > end) {
        canvas.line(end, y + height / 2, at, y + height / 2, Canvas.FAINT);
      }
      canvas.box(at - 0.9, y, 1.8, height, Canvas.INK);
      legend.drew(DEADLINE_MEANS);
    } else if (due && job.deadlineAtMillis() > layout.shown().toMillis()) {
      canvas.line(end, y + height / 2, StreamLayout.RIGHT, y + height / 2, Canvas.FAINT);
    }
    String name = Integer.toString(job.id());
    if (name.length() * NOTE_CHAR + 4 <= good - from) {
      canvas.note((from + good) / 2, y + height - 1.5, name, Anchor.MIDDLE, true);
    }
  }

  private boolean shows(long atMillis) {
    return atMillis >= layout.shown().fromMillis() && atMillis <= layout.shown().toMillis();
  }

  private void machine(VmRecord vm) {
    layout
        .top(vm.id())
        .ifPresent(
            top -> {
              double height = layout.rowHeight() * vm.cores();
              double start = layout.x(vm.requestedAtMillis());
              double ready = layout.x(vm.readyAtMillis());
              double paid = layout.x(vm.paidUntilMillis());
              startUp(start, top, ready - start, height);
              if (ready > start) {
                legend.drew(START_UP_MEANS);
              }
              if (paid > ready) {
                canvas.idle(ready, top, paid - ready, height);
                legend.drew(IDLE_MEANS);
              }
              if (shows(vm.requestedAtMillis())) {
                canvas.box(start, top, 1.2, height, Canvas.INK);
              }
            });
  }

  private void startUp(double x, double y, double width, double height) {
    for (int i = 0; i < 3; i++) {
      canvas.veil(x, y, Math.max(0, width), height);
    }
  }

  private void attempt(TaskRecord task, AttemptRecord attempt) {
    Optional<Double> top = layout.top(attempt.machine());
    if (top.isEmpty()
        || !layout.overlaps(new Span(attempt.startedAtMillis(), attempt.endedAtMillis()))) {
      return;
    }
    VmRecord vm = machines.get(attempt.machine());
    double start = layout.x(attempt.startedAtMillis());
    double kept = layout.x(attempt.usefulUntilMillis());
    double end = layout.x(attempt.endedAtMillis());
    int colour = colour(task.id().job());
    for (int row : attempt.rows()) {
      if (vm == null || row < vm.cores()) {
        double y = top.get() + row * layout.rowHeight();
        // A hair is left between neighbours.
        canvas.box(start, y, Math.max(0.4, kept - start - 0.7), layout.rowHeight(), colour);
        if (end > kept) {
          canvas.box(kept, y, Math.max(0.4, end - kept - 0.7), layout.rowHeight(), WRONG);
          legend.drew(WRONG_MEANS);
        }
      }
    }
    if (layout.rowHeight() >= NAMED_ROW_MIN && !attempt.rows().isEmpty()) {
      double y = top.get() + attempt.rows().get(0) * layout.rowHeight();
      name(task, (start + end) / 2, y + layout.rowHeight() / 2 + 3.2, end - start);
    }
  }

  /** The job's number and the task's name, or the number alone, or nothing. */
  private void name(TaskRecord task, double x, double y, double width) {
    String number = Integer.toString(task.id().job());
    for (String text : new String[] {number + " " + task.name(), number}) {
      if (text.length() * NOTE_CHAR + 4 <= width) {
        canvas.note(x, y, text, Anchor.MIDDLE, true);
        return;
      }
    }
  }

  private void hibernations(VmRecord vm) {
    layout
        .top(vm.id())
        .ifPresent(
            top -> {
              for (Span span : vm.frozen()) {
                if (layout.overlaps(span)) {
                  double from = layout.x(span.fromMillis());
                  double width = Math.max(0.5, layout.x(span.toMillis()) - from);
                  canvas.hatch(from, top, width, layout.rowHeight() * vm.cores());
                  legend.drew(HIBERNATED_MEANS);
                }
              }
              endings(vm, top, layout.rowHeight() * vm.cores());
            });
  }

  /** When its users were told, and when it went away though nobody had given it back. */
  private void endings(VmRecord vm, double top, double height) {
    for (long noticed : vm.notices()) {
      if (shows(noticed)) {
        canvas.dashed(layout.x(noticed), top, layout.x(noticed), top + height, Canvas.INK);
        legend.drew(NOTICE_MEANS);
      }
    }
    if (vm.end() == VmRecord.End.LOST && shows(vm.endedAtMillis())) {
      canvas.box(layout.x(vm.endedAtMillis()) - 1.5, top, 3, height, Canvas.INK);
      legend.drew(GONE_MEANS);
    }
  }

  private void legend() {
    double y = layout.bottom() + 50;
    double x = legend.entry(StreamLayout.LEFT, y, JOB_MEANS, this::jobSign);
    x = legend.entry(x, y, DEADLINE_MEANS, this::deadlineSign);
    x = legend.entry(x, y, START_UP_MEANS, this::startUpSign);
    x = legend.entry(x, y, IDLE_MEANS, (left, top) -> canvas.idle(left, top, 18, 12));
    x = legend.entry(x, y, WRONG_MEANS, (left, top) -> canvas.box(left, top, 18, 12, WRONG));
    x = legend.entry(x, y, HIBERNATED_MEANS, (left, top) -> canvas.hatch(left, top, 18, 12));
    x =
        legend.entry(
            x,
            y,
            NOTICE_MEANS,
            (left, top) -> canvas.dashed(left + 9, top, left + 9, top + 12, Canvas.INK));
    legend.entry(x, y, GONE_MEANS, (left, top) -> canvas.box(left + 7, top, 3, 12, Canvas.INK));
  }

  private void jobSign(double x, double y) {
    canvas.box(x, y, 9, 12, JOB_COLOURS[0]);
    canvas.box(x + 9, y, 9, 12, JOB_COLOURS[2]);
  }

  private void deadlineSign(double x, double y) {
    canvas.line(x, y + 6, x + 16, y + 6, Canvas.FAINT);
    canvas.box(x + 15, y, 1.8, 12, Canvas.INK);
  }

  private void startUpSign(double x, double y) {
    startUp(x, y, 18, 12);
    canvas.box(x, y, 1.2, 12, Canvas.INK);
  }
}
