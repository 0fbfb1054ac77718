package io.windhover.experiments.chart;

import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.TaskRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which cores of a machine that grows and shrinks the attempts on it are drawn on. The world only
 * counts cores; here each attempt gets neighbouring ones, the lowest that are free, and keeps them
 * unless the machine shrinks below them or no others are free side by side: then all move down.
 */
final class CoreStack {
  /** An attempt that is drawn on these cores for some time. */
  record Piece(
      TaskRecord task,
      AttemptRecord attempt,
      int lowest,
      int cores,
      long fromMillis,
      long toMillis) {}

  private record Run(TaskRecord task, AttemptRecord attempt) {}

  private static final class Held {
    final Run run;
    final int cores;
    int lowest;
    long sinceMillis;

    Held(Run run, int lowest, long sinceMillis) {
      this.run = run;
      this.cores = run.attempt().rows().size();
      this.lowest = lowest;
      this.sinceMillis = sinceMillis;
    }
  }

  private final List<Piece> pieces = new ArrayList<>();

  /** From the lowest core up. */
  private final List<Held> held = new ArrayList<>();

  private int size;

  private CoreStack() {}

  /** The pieces of all attempts on a machine. */
  static List<Piece> pieces(HarvestTimeline.Machine machine, List<TaskRecord> tasks) {
    List<Run> runs = new ArrayList<>();
    for (TaskRecord task : tasks) {
      for (AttemptRecord attempt : task.attempts()) {
        if (attempt.machine() == machine.id() && !attempt.rows().isEmpty()) {
          runs.add(new Run(task, attempt));
        }
      }
    }
    runs.sort(Comparator.comparingLong(run -> run.attempt().startedAtMillis()));
    var stack = new CoreStack();
    int next = 0;
    for (Run run : runs) {
      long now = run.attempt().startedAtMillis();
      while (next < machine.steps().size() && machine.steps().get(next).atMillis() <= now) {
        stack.resize(machine.steps().get(next++));
      }
      stack.endBefore(now);
      stack.start(run, now);
    }
    while (next < machine.steps().size()) {
      stack.resize(machine.steps().get(next++));
    }
    stack.endBefore(Long.MAX_VALUE);
    return stack.pieces;
  }

  private void resize(Step step) {
    endBefore(step.atMillis());
    size = step.cores();
    if (held.stream().anyMatch(one -> one.lowest + one.cores > size)) {
      moveDown(step.atMillis());
    }
  }

  private void endBefore(long nowMillis) {
    for (Held one : List.copyOf(held)) {
      if (one.run.attempt().endedAtMillis() <= nowMillis) {
        held.remove(one);
        cut(one, one.run.attempt().endedAtMillis());
      }
    }
  }

  private void cut(Held one, long nowMillis) {
    if (nowMillis > one.sinceMillis) {
      pieces.add(
          new Piece(
              one.run.task(),
              one.run.attempt(),
              one.lowest,
              one.cores,
              one.sinceMillis,
              nowMillis));
    }
    one.sinceMillis = nowMillis;
  }

  private void start(Run run, long nowMillis) {
    int cores = run.attempt().rows().size();
    int at = gap(cores);
    if (at < 0) {
      moveDown(nowMillis);
      at = held.size();
    }
    held.add(at, new Held(run, at == 0 ? 0 : top(at - 1), nowMillis));
  }

  /** Before which of the held ones there is room, counted from below; -1 when nowhere. */
  private int gap(int cores) {
    for (int i = 0; i <= held.size(); i++) {
      int below = i == 0 ? 0 : top(i - 1);
      int above = i < held.size() ? held.get(i).lowest : size;
      if (above - below >= cores) {
        return i;
      }
    }
    return -1;
  }

  private int top(int index) {
    return held.get(index).lowest + held.get(index).cores;
  }

  private void moveDown(long nowMillis) {
    int lowest = 0;
    for (Held one : held) {
      if (one.lowest != lowest) {
        cut(one, nowMillis);
        one.lowest = lowest;
      }
      lowest += one.cores;
    }
  }
}
