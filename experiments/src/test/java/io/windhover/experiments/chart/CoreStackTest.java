package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.model.TaskId;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.AttemptRecord.Outcome;
import io.windhover.simulator.record.TaskRecord;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoreStackTest {
  private static TaskRecord task(int index, int cores, long from, long to, Outcome outcome) {
    List<Integer> rows = IntStream.range(0, cores).boxed().toList();
    var attempt = new AttemptRecord(1, 7, rows, from, to, outcome, 0, List.of(), List.of());
    return new TaskRecord(new TaskId(1, index), "t" + index, List.of(attempt));
  }

  private static HarvestTimeline.Machine machine(Step... steps) {
    return new HarvestTimeline.Machine(7, "a", List.of(steps));
  }

  private static List<String> drawn(HarvestTimeline.Machine machine, TaskRecord... tasks) {
    return CoreStack.pieces(machine, List.of(tasks)).stream()
        .map(
            piece ->
                "%s on %d-%d from %d to %d"
                    .formatted(
                        piece.task().name(),
                        piece.lowest(),
                        piece.lowest() + piece.cores(),
                        piece.fromMillis(),
                        piece.toMillis()))
        .sorted()
        .toList();
  }

  @Test
  void eachTakesTheLowestCoresThatAreFreeSideBySide() {
    assertThat(
            drawn(
                machine(new Step(0, 8)),
                task(1, 4, 0, 10, Outcome.FINISHED),
                task(2, 2, 0, 30, Outcome.FINISHED),
                task(3, 2, 10, 20, Outcome.FINISHED)))
        .containsExactly(
            "t1 on 0-4 from 0 to 10", "t2 on 4-6 from 0 to 30", "t3 on 0-2 from 10 to 20");
  }

  @Test
  void whoIsLeftMovesDownWhenTheMachineShrinks() {
    assertThat(
            drawn(
                machine(new Step(0, 8), new Step(15, 4)),
                task(1, 4, 0, 15, Outcome.FAILED),
                task(2, 4, 0, 30, Outcome.FINISHED)))
        .containsExactly(
            "t1 on 0-4 from 0 to 15", "t2 on 0-4 from 15 to 30", "t2 on 4-8 from 0 to 15");
  }

  @Test
  void allMoveDownWhereRoomIsFreeButScattered() {
    assertThat(
            drawn(
                machine(new Step(0, 6)),
                task(1, 2, 0, 10, Outcome.FINISHED),
                task(2, 2, 0, 30, Outcome.FINISHED),
                task(3, 4, 10, 20, Outcome.FINISHED)))
        .containsExactly(
            "t1 on 0-2 from 0 to 10",
            "t2 on 0-2 from 10 to 30",
            "t2 on 2-4 from 0 to 10",
            "t3 on 2-6 from 10 to 20");
  }
}
