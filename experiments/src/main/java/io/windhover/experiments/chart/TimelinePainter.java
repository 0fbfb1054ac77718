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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
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

  private static final String LOST_MEANS = "work lost";
  private static final String TASK_MEANS = "task";
  private static final String HIBERNATED_MEANS = "hibernated";
  private static final String START_UP_MEANS = "starting up";
  private static final String IDLE_MEANS = "paid for, idle";
  private static final String CHECKPOINT_MEANS = "checkpoint";
  private static final String ON_DEMAND_MEANS = "on demand";
  private static final String DEADLINE_MEANS = "deadline D";
  private static final String NOTICE_MEANS = "notice";
  private static final String GONE_MEANS = "VM lost";

  private static final double NOTE_CHAR = 5.4;
  private static final double NOTE_LINE = 10;
  private static final long MINUTE_MILLIS = 60_000;

  /** From here on people count in hours. */
  private static final long HOURS_FROM_MILLIS = 240 * MINUTE_MILLIS;

  private static final double TEXT_CHAR = 7.2;
  private static final Pattern BEFORE_NUMBER = Pattern.compile("^.*?(?=[0-9]+$)");

  private final String title;
  private final RunRecord run;
  private final TimelineLayout layout;
  private final Canvas canvas;
  private final double bottom;
  private final Legend legend;
  private final Map<Integer, Long> frozenSince = new HashMap<>();

  /** Lines through all rows, and from where to where their names stand. */
  private final Set<String> crossed = new HashSet<>();

  private final List<double[]> named = new ArrayList<>();
  private final Map<Integer, Long> busyCoreMillis = new HashMap<>();

  TimelinePainter(String title, RunRecord run, TimelineLayout layout, Canvas canvas) {
    this.title = title;
    this.run = run;
    this.layout = layout;
    this.canvas = canvas;
    this.bottom = layout.bottom();
    this.legend = new Legend(canvas);
    for (TaskRecord task : run.tasks()) {
      for (AttemptRecord attempt : task.attempts()) {
        busyCoreMillis.merge(attempt.machine(), busyCoreMillis(attempt), Long::sum);
      }
    }
    for (VmRecord vm : run.vms()) {
      vm.frozen().stream().findFirst().ifPresent(f -> frozenSince.put(vm.id(), f.fromMillis()));
    }
  }

  private static long busyCoreMillis(AttemptRecord attempt) {
    long millis = attempt.endedAtMillis() - attempt.startedAtMillis() - millis(attempt.frozen());
    return millis * attempt.rows().size();
  }

  private static long millis(List<Span> spans) {
    return spans.stream().mapToLong(Span::millis).sum();
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
    run.vms().stream().filter(VmRecord::cameUp).forEach(this::endings);
    run.tasks().forEach(task -> task.attempts().forEach(this::checkpoints));
    lines();
    legend();
  }

  private void axis() {
    for (long at = 0; at <= layout.endMillisShown(); at += layout.tickMillis()) {
      double x = layout.tickX(at);
      canvas.line(x, TimelineLayout.TOP - 6, x, bottom, Canvas.FAINT);
      String label = inHours() ? TimeAxis.clock(at) : Long.toString(at / MINUTE_MILLIS);
      canvas.text(x, bottom + 16, label, Anchor.MIDDLE, false);
    }
    canvas.line(TimelineLayout.LEFT, bottom, TimelineLayout.RIGHT, bottom, Canvas.INK);
    String unit = inHours() ? "time since the beginning" : "minutes";
    canvas.text(TimelineLayout.RIGHT, bottom + 32, unit, Anchor.END, false);
  }

  private boolean inHours() {
    return layout.endMillisShown() >= HOURS_FROM_MILLIS;
  }

  /** Its label, when the one above leaves room, and when it was there; answers the label's y. */
  private double background(VmRecord vm, double labelledBefore) {
    double top = layout.top(vm.id());
    double height = layout.height(vm.id());
    double start = layout.x(vm.requestedAtMillis());
    double ready = layout.x(vm.readyAtMillis());
    startUp(start, top, ready - start, height);
    if (ready > start) {
      legend.drew(START_UP_MEANS);
    }
    upTime(vm, top, height);
    if (vm.market().filter(m -> m == Market.ON_DEMAND).isPresent()) {
      canvas.box(start - 3, top, 3, height, ON_DEMAND_LINE);
      legend.drew(ON_DEMAND_MEANS);
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

  /** Shaded three times, so that it stands out from the time the machine was up. */
  private void startUp(double x, double y, double width, double height) {
    for (int i = 0; i < 3; i++) {
      canvas.veil(x, y, width, height);
    }
  }

  /** Tasks are drawn over it: what stays to be seen of a rented machine was paid for and idle. */
  private void upTime(VmRecord vm, double top, double height) {
    if (vm.market().isEmpty()) {
      double ready = layout.x(vm.readyAtMillis());
      canvas.veil(ready, top, layout.x(vm.endedAtMillis()) - ready, height);
      return;
    }
    long since = vm.readyAtMillis();
    for (Span frozen : vm.frozen()) {
      idle(since, frozen.fromMillis(), top, height);
      double from = layout.x(frozen.fromMillis());
      canvas.veil(from, top, layout.x(frozen.toMillis()) - from, height);
      since = frozen.toMillis();
    }
    idle(since, vm.paidUntilMillis(), top, height);
    long paidMillis = vm.paidUntilMillis() - vm.readyAtMillis() - millis(vm.frozen());
    if (paidMillis * vm.cores() > busyCoreMillis.getOrDefault(vm.id(), 0L)) {
      legend.drew(IDLE_MEANS);
    }
  }

  private void idle(long fromMillis, long toMillis, double top, double height) {
    double from = layout.x(fromMillis);
    double width = layout.x(toMillis) - from;
    if (width > 0) {
      canvas.idle(from, top, width, height);
    }
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
      legend.drew(TASK_MEANS);
      if (end > kept) {
        canvas.box(kept, y, Math.max(0.5, end - kept - 0.7), height, LOST);
        legend.drew(LOST_MEANS);
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
      double width = Math.max(0.5, layout.x(span.toMillis()) - from);
      canvas.hatch(from, layout.top(vm.id()), width, layout.height(vm.id()));
      legend.drew(HIBERNATED_MEANS);
    }
  }

  /** When its users were told, and when it went away though nobody had given it back. */
  private void endings(VmRecord vm) {
    double top = layout.top(vm.id());
    double height = layout.height(vm.id());
    for (long noticed : vm.notices()) {
      double x = layout.x(noticed);
      canvas.dashed(x, top - 1, x, top + height + 1, Canvas.INK);
      legend.drew(NOTICE_MEANS);
    }
    if (vm.end() == VmRecord.End.LOST) {
      canvas.box(layout.x(vm.endedAtMillis()) - 1.5, top - 1, 3, height + 2, Canvas.INK);
      legend.drew(GONE_MEANS);
    }
  }

  private void checkpoints(AttemptRecord attempt) {
    for (Span span : attempt.checkpoints()) {
      for (int row : attempt.rows()) {
        double x = layout.x(span.toMillis());
        double y = layout.row(attempt.machine(), row);
        canvas.box(x - 1, y, 2, layout.rowHeight() * CHECKPOINT_SHARE, Canvas.INK);
        legend.drew(CHECKPOINT_MEANS);
      }
    }
  }

  private void lines() {
    for (JobRecord job : run.jobs()) {
      if (job.deadlineAtMillis() != Deadline.NEVER_MILLIS) {
        deadline(job.deadlineAtMillis());
      }
    }
    for (Chronicle.Mark mark : run.marks()) {
      if (mark.machine() == 0) {
        across(mark.name(), mark.atMillis(), LIMIT);
      } else if (matters(mark)) {
        double x = layout.x(mark.atMillis());
        double top = layout.top(mark.machine());
        canvas.line(x, top - 2, x, top + layout.height(mark.machine()) + 2, TRIGGER);
        legend.drew(mark.name());
      }
    }
  }

  /** A line, or where the picture ends before it the time at the edge. */
  private void deadline(long dueMillis) {
    long atMillis = layout.sinceBeginning(dueMillis);
    if (layout.shows(dueMillis)) {
      across("D", dueMillis, Canvas.INK);
      legend.drew(DEADLINE_MEANS);
    } else {
      String when =
          inHours() ? TimeAxis.clock(atMillis) : "%d min".formatted(atMillis / MINUTE_MILLIS);
      String later = "D at %s \u2192".formatted(when);
      canvas.text(TimelineLayout.RIGHT, TimelineLayout.TOP - 30, later, Anchor.END, false);
    }
  }

  /** A moment before its machine first froze was over when it was set. */
  private boolean matters(Chronicle.Mark mark) {
    return layout.shows(mark.machine())
        && layout.shows(mark.atMillis())
        && frozenSince.getOrDefault(mark.machine(), Long.MAX_VALUE) <= mark.atMillis();
  }

  /** A line through all rows; its name where no other stands, and lines that coincide once. */
  private void across(String name, long atMillis, int colour) {
    if (!layout.shows(atMillis)) {
      return;
    }
    double x = layout.x(atMillis);
    if (!crossed.add(name + Math.round(x))) {
      return;
    }
    canvas.dashed(x, TimelineLayout.TOP - 10, x, bottom, colour);
    double half = name.length() * TEXT_CHAR / 2 + 3;
    if (named.stream().noneMatch(other -> x - half < other[1] && other[0] < x + half)) {
      named.add(new double[] {x - half, x + half});
      canvas.text(x, TimelineLayout.TOP - 14, name, Anchor.MIDDLE, false);
    }
  }

  private void legend() {
    double y = bottom + 54;
    double x = legend.entry(TimelineLayout.LEFT, y, TASK_MEANS, this::taskSign);
    x = legend.entry(x, y, LOST_MEANS, (left, top) -> canvas.box(left, top, 18, 12, LOST));
    x = legend.entry(x, y, HIBERNATED_MEANS, (left, top) -> canvas.hatch(left, top, 18, 12));
    x = legend.entry(x, y, START_UP_MEANS, (left, top) -> startUp(left, top, 18, 12));
    x = legend.entry(x, y, IDLE_MEANS, (left, top) -> canvas.idle(left, top, 18, 12));
    x = legend.entry(x, y, CHECKPOINT_MEANS, this::checkpointSign);
    x =
        legend.entry(
            x, y, ON_DEMAND_MEANS, (left, top) -> canvas.box(left + 7, top, 3, 12, ON_DEMAND_LINE));
    x =
        legend.entry(
            x,
            y,
            DEADLINE_MEANS,
            (left, top) -> canvas.dashed(left + 9, top, left + 9, top + 12, Canvas.INK));
    x =
        legend.entry(
            x,
            y,
            NOTICE_MEANS,
            (left, top) -> canvas.dashed(left + 9, top, left + 9, top + 12, Canvas.INK));
    x = legend.entry(x, y, GONE_MEANS, (left, top) -> canvas.box(left + 7, top, 3, 12, Canvas.INK));
    Set<String> ofMachines = new LinkedHashSet<>();
    run.marks().stream().filter(m -> m.machine() != 0).forEach(m -> ofMachines.add(m.name()));
    for (String name : ofMachines) {
      x =
          legend.entry(
              x, y, name, (left, top) -> canvas.line(left + 9, top, left + 9, top + 12, TRIGGER));
    }
  }

  private void taskSign(double x, double y) {
    canvas.box(x, y, 9, 12, TASK);
    canvas.box(x + 9, y, 9, 12, OTHER_TASK);
  }

  private void checkpointSign(double x, double y) {
    canvas.box(x, y, 18, 12, TASK);
    canvas.box(x + 8, y - 1, 2, 4, Canvas.INK);
  }
}
