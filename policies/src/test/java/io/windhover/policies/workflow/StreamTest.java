package io.windhover.policies.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.World;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.Imprecision;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StreamTest {
  private static final int SEEDS = 25;
  private static final List<Method> PROMISING =
      List.of(new Scs(), new GainWait(), new Greedy(), new Gain(), new IcPcp());

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

  /** What has its place must have it although other places begin while it runs. */
  @Test
  void noJobIsLateOnMachinesOfSeveralCores() {
    for (Method method : PROMISING) {
      for (int seed = 1; seed <= 8; seed++) {
        Story story = Stream.drawnStory(seed, 3, 1 + seed / 10.0, 60, 6 * Stream.HOUR);
        for (int cores : List.of(2, 4)) {
          var offers = Stream.offers(seed % 2 == 0 ? Stream.HOUR : 1000, cores, 10_000);
          World world = Stream.run(method, story, offers);
          assertThat(Stream.late(world)).as("%s seed %d", method.name(), seed).isZero();
        }
      }
    }
  }

  /** A task that takes too long must not have others looked at each millisecond until it ends. */
  @Test
  void decidesAFewTimesForEachTaskWhenRuntimesAreAFifthOff() {
    Imprecision imprecision = new Imprecision(0.2, 0, 0, 0);
    for (Method method : PROMISING) {
      for (int seed = 1; seed <= 8; seed++) {
        Story exact = Stream.drawnStory(seed, 3, 1.5, 60, 6 * Stream.HOUR);
        Story story = new Story(exact.happenings(), imprecision.fate(Fate.asEstimated(), seed));
        World world = Stream.run(method, story, Stream.HOUR);
        long tasks = world.jobs().stream().mapToLong(job -> job.spec().taskCount()).sum();
        assertThat(world.liveJobs()).isEmpty();
        assertThat(world.sequence()).as("%s seed %d", method.name(), seed).isLessThan(20 * tasks);
      }
    }
  }

  /**
   * One machine at a time, and two tasks that run on one type each: the first machine must go back
   * before the second can come, and nothing but that happens then.
   */
  @Test
  void everyJobEndsUnderALimitThoughItsTasksNeedDifferentTypes() {
    List<Offer> one = List.of(small("left"), small("right"));
    JobSpec job =
        new JobSpec(
            "job",
            "",
            new Deadline.Within(12 * Stream.HOUR),
            false,
            List.of(
                labelled("a", "left", List.of()),
                labelled("b", "right", List.of(0)),
                labelled("c", "left", List.of(1))));
    for (Method method : PROMISING) {
      World world =
          Stream.run(
              method,
              Stream.story(
                  new Happening.JobArrives(0, job), new Happening.JobArrives(Stream.MINUTE, job)),
              one);
      assertThat(world.liveJobs()).as(method.name()).isEmpty();
      assertThat(world.machines()).as(method.name()).isEmpty();
    }
  }

  private static Offer small(String type) {
    MachineSpec machine = new MachineSpec(type, type, List.of(type), 1, 0, 20_000_000);
    return new Offer(
        type, Market.ON_DEMAND, machine, 1, 1, 0, Stream.LAG, Billing.perPeriod(Stream.HOUR));
  }

  private static TaskGroup labelled(String name, String label, List<Integer> after) {
    return SingleTask.of(
        name, List.of(label), after, new RuntimeEstimate(10 * Stream.MINUTE, new TreeMap<>()));
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
