package io.windhover.workload.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.workload.generate.HarvestWork.Drawn;
import io.windhover.workload.generate.HarvestWork.Submission;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HarvestWorkTest {
  private static final long MINUTE = 60_000;

  private static long[] sorted(TaskDurations durations) {
    SplittableRandom chance = Chance.stream(1, "durations", 0);
    return LongStream.generate(() -> durations.draw(chance)).limit(20_000).sorted().toArray();
  }

  private static double medianMinutes(long[] sorted) {
    return sorted[sorted.length / 2] / (double) MINUTE;
  }

  private static double shareBeyond75Minutes(long[] sorted) {
    return (double) LongStream.of(sorted).filter(m -> m > 75 * MINUTE).count() / sorted.length;
  }

  /** What the comments of the three promise. */
  @Test
  void durationsHaveTheirMediansBoundsAndTails() {
    long[] a = sorted(TaskDurations.SEISMIC_A);
    long[] b = sorted(TaskDurations.SEISMIC_B);
    long[] g = sorted(TaskDurations.GENOMICS);

    assertThat(medianMinutes(a)).isCloseTo(38, within(1.0));
    assertThat(medianMinutes(b)).isCloseTo(45.5, within(1.0));
    assertThat(medianMinutes(g)).isCloseTo(18.2, within(1.0));
    assertThat(shareBeyond75Minutes(b)).isCloseTo(0.02, within(0.01));
    assertThat(shareBeyond75Minutes(g)).isCloseTo(0.037, within(0.01));
    assertThat(List.of(a[0], b[0], g[0])).allMatch(least -> least >= MINUTE);
    assertThat(a[a.length - 1]).isLessThanOrEqualTo(75 * MINUTE);
    assertThat(b[b.length - 1]).isLessThanOrEqualTo(90 * MINUTE);
    assertThat(g[g.length - 1]).isLessThanOrEqualTo(100 * MINUTE);
  }

  @Test
  void theStandardSettingAsksForItsShareOfTheCores() {
    double load = 0;
    for (long seed = 0; seed < 40; seed++) {
      Drawn drawn = HarvestWork.STANDARD.draw(seed, 1000);
      assertThat(drawn.submissions()).hasSize(50);
      for (Submission submission : drawn.submissions()) {
        assertThat(submission.spec().taskCount()).isBetween(20, 40);
        assertThat(submission.spec().groups()).allMatch(g -> List.of(2, 4).contains(cores(g)));
        assertThat(submission.spec().groups()).noneMatch(TaskGroup::interruptible);
      }
      long last = drawn.submissions().get(49).atMillis();
      load += (double) drawn.coreMillis() / last / 1000 / 40;
    }
    assertThat(load).isCloseTo(0.7, within(0.05));
  }

  private static int cores(TaskGroup group) {
    return group.need().cores();
  }

  @Test
  void onlyTheEstimatesChangeWithTheirError() {
    Drawn exact = HarvestWork.STANDARD.draw(7, 900);
    Drawn wrong = HarvestWork.STANDARD.withEstimateError(-0.5).draw(7, 900);

    boolean differs = false;
    for (int job = 1; job <= 50; job++) {
      List<TaskGroup> groups = wrong.submissions().get(job - 1).spec().groups();
      for (int task = 0; task < groups.size(); task++) {
        TaskId id = new TaskId(job, task);
        assertThat(wrong.trueMillis(id)).isEqualTo(exact.trueMillis(id));
        double ratio =
            groups.get(task).runtime().millisOn("").orElseThrow() / (double) wrong.trueMillis(id);
        assertThat(ratio).isBetween(0.499, 1.001);
        differs |= Math.abs(ratio - 1) > 0.3;
      }
    }
    assertThat(differs).isTrue();
    assertThat(wrong.submissions().get(49).atMillis())
        .isEqualTo(exact.submissions().get(49).atMillis());
  }

  @Test
  void someJobsMayBeInterruptible() {
    Drawn drawn = HarvestWork.STANDARD.withInterruptible(0.5).draw(3, 900);

    long count =
        drawn.submissions().stream()
            .filter(s -> s.spec().groups().get(0).interruptible())
            .peek(
                s -> assertThat(s.spec().groups().get(0).checkpointEveryMillis()).isEqualTo(60_000))
            .count();
    assertThat(count).isBetween(15L, 35L);
  }

  @Test
  void moreJobsComeWhileTheRateIsHigh() {
    Drawn drawn =
        HarvestWork.STANDARD.withJobs(2000, 20, 40).withRateFactors(1.0, 4.0).draw(3, 2000);

    long high =
        drawn.submissions().stream().filter(s -> s.atMillis() / (6 * 60 * MINUTE) % 2 == 1).count();
    assertThat(high / 2000.0).isCloseTo(0.8, within(0.05));
  }
}
