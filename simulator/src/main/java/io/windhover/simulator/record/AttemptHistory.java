package io.windhover.simulator.record;

import io.windhover.simulator.record.AttemptRecord.Outcome;
import java.util.ArrayList;
import java.util.List;

/** An attempt under observation. */
final class AttemptHistory {
  final int number;
  final VmHistory vm;
  private final List<Integer> rows;
  private final int startParts;
  private final long startedAtMillis;
  private final List<Span> checkpoints = new ArrayList<>();
  private long checkpointSinceMillis = -1;
  private long endedAtMillis = -1;
  private Outcome outcome = Outcome.UNFINISHED;

  AttemptHistory(int number, VmHistory vm, int cores, int startParts, long startedAtMillis) {
    this.number = number;
    this.vm = vm;
    this.startParts = startParts;
    this.startedAtMillis = startedAtMillis;
    this.rows = vm.put(this, cores);
  }

  boolean isOver() {
    return endedAtMillis >= 0;
  }

  boolean isFinished() {
    return outcome == Outcome.FINISHED;
  }

  void checkpointAsked(long now) {
    checkpointSinceMillis = now;
  }

  /** One that nobody asked for, such as a task writes by itself, took no time that we know of. */
  void checkpointed(long now) {
    checkpoints.add(new Span(checkpointSinceMillis < 0 ? now : checkpointSinceMillis, now));
    checkpointSinceMillis = -1;
  }

  void end(Outcome how, long now) {
    if (!isOver()) {
      outcome = how;
      endedAtMillis = now;
      vm.remove(this, rows);
    }
  }

  AttemptRecord record(long now) {
    long until = isOver() ? endedAtMillis : now;
    return new AttemptRecord(
        number,
        vm.id(),
        rows,
        startedAtMillis,
        until,
        outcome,
        startParts,
        vm.frozenWithin(new Span(startedAtMillis, until)),
        checkpoints);
  }
}
