package io.windhover.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.simulator.Fate;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.VmRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In the simulator, which is quick: each story is small, ends well and is worth telling. */
final class LiveStoryTest {
  @TempDir private Path folder;

  static List<LiveStory> stories() {
    return LiveStory.ALL;
  }

  @ParameterizedTest
  @MethodSource("stories")
  void somethingBefallsItsMachinesAndItEndsInTime(LiveStory story) throws Exception {
    story.write(folder);
    var trial = new LiveTrial(folder);
    ToldTwice.Side told = trial.simulated(trial.comesAtMillis());
    RunRecord run = told.record();
    assertThat(told.inTime()).as("in time").isTrue();
    assertThat(told.mostAtOnce()).as("machines at once").isBetween(2, 8);
    assertThat(told.minutes()).as("minutes of the market").isBetween(5.0, 42.0);
    switch (story.market()) {
      case "freezes", "storm" -> assertThat(run.freezes()).as("freezes").isPositive();
      case "notices" -> assertThat(run.notices()).as("notices").isPositive();
      case "late" -> assertThat(startUps(run)).as("start-ups").hasSizeGreaterThan(1);
      case "refused" -> assertThat(refused(run)).as("refused").isPositive();
      default -> assertThat(told.squeezedOut()).as("ended by a shrink").isNotEmpty();
    }
  }

  /**
   * Nothing happens at the very moment of something else: which of the two comes first is chance
   * where machines are real, and decides over much.
   */
  @ParameterizedTest
  @MethodSource("stories")
  void aMomentMoreOrLessChangesLittle(LiveStory story) throws Exception {
    story.write(folder);
    var trial = new LiveTrial(folder);
    ToldTwice.Side exact = trial.simulated(trial.comesAtMillis());
    for (long lateMillis : List.of(-2_000L, 500L, 2_000L, 4_000L)) {
      for (long longerMillis : List.of(0L, 500L, 2_000L, 4_000L)) {
        var told =
            new ToldTwice(
                trial.simulated(trial.comesAtMillis() + lateMillis, longer(longerMillis)), exact);
        String when = "%d ms late, tasks %d ms longer".formatted(lateMillis, longerMillis);
        assertThat(told.costDiffers()).as("cost, " + when).isBetween(-0.03, 0.03);
        assertThat(told.makespanDiffers()).as("makespan, " + when).isBetween(-0.03, 0.03);
        assertThat(told.live().squeezedOut()).as(when).isEqualTo(exact.squeezedOut());
      }
    }
  }

  private static Fate longer(long millis) {
    Fate exact = Fate.asEstimated();
    return (attempt, group, machine) ->
        new Fate.Outcome(exact.of(attempt, group, machine).runMillis() + millis, 0);
  }

  private static List<Long> startUps(RunRecord run) {
    return run.vms().stream()
        .filter(VmRecord::cameUp)
        .map(vm -> vm.readyAtMillis() - vm.requestedAtMillis())
        .distinct()
        .toList();
  }

  private static long refused(RunRecord run) {
    return run.vms().stream().filter(vm -> vm.end() == VmRecord.End.REFUSED).count();
  }
}
