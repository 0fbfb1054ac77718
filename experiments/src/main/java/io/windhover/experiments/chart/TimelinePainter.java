package io.windhover.experiments.chart;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.core.policy.Chronicle;
import io.windhover.experiments.chart.Canvas.Anchor;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Draws a timeline; text is placed by its anchor, never by its measured width. */
final class TimelinePainter {
  private static final int TASK = 0;
  private static final int OTHER_TASK = 2;
  private static final int ON_DEMAND_LINE = 3;
  private static final int LOST = 4;
  private static final int TRIGGER = 1;
  private static final int LIMIT = 5;

  /** A notch at the top of the row, so that names stay readable. */
  private static final double CHECKPOINT_SHARE = 0.3;

  private static final double NOTE_CHAR = 5.4;
  private static final double NOTE_LINE = 10;
  private static final long MINUTE_MILLIS = 60_000;
  private static final Pattern BEFORE_NUMBER = Pattern.compile("^.*?(?=[0-9]+$)");

  private final String title;
  private final RunRecord run;
  private final TimelineLayout layout;
  private final Canvas canvas;
  private final double bottom;
  private final Map<Integer, Long> frozenSince = new HashMap<>();

  TimelinePainter(String title, RunRecord run, TimelineLayout layout, Canvas canvas) {
    this.title = title;
    this.run = run;
    this.layout = layout;
    this.canvas = canvas;
    this.bottom = layout.bottom();
    for (VmRecord vm : run.vms()) {
      vm.frozen().stream().findFirst().ifPresent(f -> frozenSince.put(vm.id(), f.fromMillis()));
    }
  }

  void paint() {
    canvas.text(TimelineLayout.LEFT, 20, title, Anchor.START, true);
    axis();
    double labelled = 0;
    for (VmRecord vm : run.vms()) {
      if (vm.cameUp()) {
        labelled = background(vm, labelled);
      }
    }
    int shade = 0;
    for (TaskRecord task : run.tasks()) {
      for (AttemptRecord attempt : task.attempts()) {
        bar(task, attempt, shade % 2 == 0 ? TASK : OTHER_TASK);
      }
      shade++;
    }
    run.vms().stream().filter(VmRecord::cameUp).forEach(this::hibernations);
    run.tasks().forEach(task -> task.attempts().forEach(this::checkpoints));
    lines();
    legend();
  }

  private void axis() {
    for (long at = 0; at <= layout.endMillisShown(); at += layout.tickMillis()) {
      double x = layout.x(at);
      canvas.line(x, TimelineLayout.TOP - 6, x, bottom, Canvas.FAINT);
      canvas.text(x, bottom + 16, Long.toString(at / MINUTE_MILLIS), Anchor.MIDDLE, false);
    }
    canvas.line(TimelineLayout.LEFT, bottom, TimelineLayout.RIGHT, bottom, Canvas.INK);
    canvas.text(TimelineLayout.RIGHT, bottom + 32, "minutes", Anchor.END, false);
  }

  /** Its label, when the one above leaves room, and when it was there; answers the label's y. */
  private double background(VmRecord vm, double labelledBefore) {
    double top = layout.top(vm.id());
    double height = layout.height(vm.id());
    double start = layout.x(vm.requestedAtMillis());
    double ready = layout.x(vm.readyAtMillis());
    double end = layout.x(vm.endedAtMillis());
    // The start-up is shaded twice, so that it stands out from the time the machine was up.
    canvas.veil(start, top, end - start, height);
    canvas.veil(start, top, ready - start, height);
    canvas.veil(start, top, ready - start, height);
    if (vm.market().filter(m -> m == Market.ON_DEMAND).isPresent()) {
      canvas.box(start - 3, top, 3, height, ON_DEMAND_LINE);
    }
    double y = top + Math.min(height, layout.rowHeight()) / 2 + 3;
    if (y - labelledBefore < NOTE_LINE) {
      return labelledBefore;
    }
    String market = vm.market().map(Market::text).orElse("own");
    String label = "%s %s m%d".formatted(vm.type(), market, vm.id());
    canvas.note(TimelineLayout.LEFT - 8, y, label, Anchor.END, false);
    return y;
  }

  private void bar(TaskRecord task, AttemptRecord attempt, int colour) {
    if (!layout.shows(attempt.machine())) {
      return;
    }
    double start = layout.x(attempt.startedAtMillis());
    double kept = layout.x(attempt.usefulUntilMillis());
    double end = layout.x(attempt.endedAtMillis());
    double height = Math.max(2, layout.rowHeight() - 2);
    for (int row : attempt.rows()) {
      double y = layout.row(attempt.machine(), row) + 1;
      // A hair is left between neighbours.
      canvas.box(start, y, Math.max(0.5, kept - start - 0.7), height, colour);
      if (end > kept) {
        canvas.box(kept, y, Math.max(0.5, end - kept - 0.7), height, LOST);
      }
    }
    if (layout.rowHeight() >= NOTE_LINE && !attempt.rows().isEmpty()) {
      double y = layout.row(attempt.machine(), attempt.rows().get(0)) + layout.rowHeight() / 2 + 3;
      Span clear = clear(attempt);
      double from = layout.x(clear.fromMillis());
      double to = layout.x(clear.toMillis());
      name(task.name(), (from + to) / 2, y, to - from);
    }
  }

  /** The longest time in which it was not frozen, so that its name is not hatched over. */
  private static Span clear(AttemptRecord attempt) {
    Span longest = new Span(attempt.startedAtMillis(), attempt.startedAtMillis());
    long since = attempt.startedAtMillis();
    for (Span frozen : attempt.frozen()) {
      longest = longer(longest, new Span(since, frozen.fromMillis()));
      since = frozen.toMillis();
    }
    return longer(longest, new Span(since, attempt.endedAtMillis()));
  }

  private static Span longer(Span one, Span other) {
    return other.millis() > one.millis() ? other : one;
  }

  /** The whole name, or the number at its end, or nothing. */
  private void name(String name, double x, double y, double width) {
    String number = BEFORE_NUMBER.matcher(name).replaceFirst("");
    for (String text : new String[] {name, number}) {
      if (text.length() * NOTE_CHAR + 4 <= width) {
        canvas.note(x, y, text, Anchor.MIDDLE, true);
        return;
      }
    }
  }

  private void hibernations(VmRecord vm) {
    for (Span span : vm.frozen()) {
      double from = layout.x(span.fromMillis());
      double width = layout.x(span.toMillis()) - from;
      canvas.hatch(from, layout.top(vm.id()), Math.max(0.5, width), layout.height(vm.id()));
    }
  }

  private void checkpoints(AttemptRecord attempt) {
    for (Span span : attempt.checkpoints()) {
      for (int row : attempt.rows()) {
        double x = layout.x(span.toMillis());
        double y = layout.row(attempt.machine(), row);
        canvas.box(x - 1, y, 2, layout.rowHeight() * CHECKPOINT_SHARE, Canvas.INK);
      }
    }
  }

  private void lines() {
    for (JobRecord job : run.jobs()) {
      if (job.deadlineAtMillis() != Deadline.NEVER_MILLIS) {
        across("D", job.deadlineAtMillis(), Canvas.INK);
      }
    }
    for (Chronicle.Mark mark : run.marks()) {
      if (mark.machine() == 0) {
        across(mark.name(), mark.atMillis(), LIMIT);
      } else if (matters(mark)) {
        double x = layout.x(mark.atMillis());
        double top = layout.top(mark.machine());
        canvas.line(x, top - 2, x, top + layout.height(mark.machine()) + 2, TRIGGER);
      }
    }
  }

  /** A moment before its machine first froze was over when it was set. */
  private boolean matters(Chronicle.Mark mark) {
    return layout.shows(mark.machine())
        && layout.shows(mark.atMillis())
        && frozenSince.getOrDefault(mark.machine(), Long.MAX_VALUE) <= mark.atMillis();
  }

  private void across(String name, long atMillis, int colour) {
    if (layout.shows(atMillis)) {
      double x = layout.x(atMillis);
      canvas.dashed(x, TimelineLayout.TOP - 10, x, bottom, colour);
      canvas.text(x, TimelineLayout.TOP - 14, name, Anchor.MIDDLE, false);
    }
  }

  private void legend() {
    double y = bottom + 54;
    double x = TimelineLayout.LEFT;
    canvas.box(x, y - 10, 9, 12, TASK);
    canvas.box(x + 9, y - 10, 9, 12, OTHER_TASK);
    x = entry(x, y, "task");
    canvas.box(x, y - 10, 18, 12, LOST);
    x = entry(x, y, "work lost");
    canvas.hatch(x, y - 10, 18, 12);
    x = entry(x, y, "hibernated");
    canvas.veil(x, y - 10, 18, 12);
    canvas.veil(x, y - 10, 18, 12);
    canvas.veil(x, y - 10, 18, 12);
    x = entry(x, y, "starting up");
    canvas.box(x, y - 10, 18, 12, TASK);
    canvas.box(x + 8, y - 11, 2, 4, Canvas.INK);
    x = entry(x, y, "checkpoint");
    canvas.box(x + 7, y - 10, 3, 12, ON_DEMAND_LINE);
    x = entry(x, y, "on demand");
    canvas.dashed(x + 9, y - 10, x + 9, y + 2, Canvas.INK);
    x = entry(x, y, "deadline D");
    Set<String> ofMachines = new LinkedHashSet<>();
    run.marks().stream().filter(m -> m.machine() != 0).forEach(m -> ofMachines.add(m.name()));
    for (String name : ofMachines) {
      canvas.line(x + 9, y - 10, x + 9, y + 2, TRIGGER);
      x = entry(x, y, name);
    }
  }

  private double entry(double x, double y, String text) {
    canvas.text(x + 24, y, text, Anchor.START, false);
    return x + 40 + text.length() * 7.5;
  }
}
