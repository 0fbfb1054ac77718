package io.windhover.policies.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.World;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.simulator.Story;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamTest {
  private static final int SEEDS = 25;

  @Test
  void noJobIsLateWithExactInputsHoweverTightItsDeadline() {
    for (Method method : List.of(new Scs(), new GainWait(), new Greedy(), new Gain())) {
      for (int seed = 1; seed <= SEEDS; seed++) {
        double slack = seed % 3 == 0 ? 1 : 1 + seed / 10.0;
        Story story = Stream.drawnStory(seed, 3, slack, 60, 6 * Stream.HOUR);
        for (long period : List.of(Stream.HOUR, 1000L)) {
          World world = Stream.run(method, story, period);
          assertThat(Stream.late(world)).as("%s seed %d", method.name(), seed).isZero();
          assertThat(world.machines()).isEmpty();
        }
      }
    }
  }

  @Test
  void asPrintedJobsAreLateWithExactInputs() {
    long late = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Story story = Stream.drawnStory(seed, 3, 1.3, 60, 6 * Stream.HOUR);
      late += Stream.late(Stream.run(new ScsPrinted(), story, Stream.HOUR));
    }
    assertThat(late).isPositive();
  }
}
