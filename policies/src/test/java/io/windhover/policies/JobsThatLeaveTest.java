package io.windhover.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.core.testkit.Specs;
import io.windhover.simulator.testkit.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A pool goes on for years. Thousands of jobs, each with names of its own, come, end and leave the
 * world: what a policy remembers of them must not be more with every job, since it is in memory and
 * in each snapshot.
 */
class JobsThatLeaveTest {
  private static final int JOBS = 3_000;
  private static final int LIVE_JOBS_MAX = 4;
  private static final int STEPS_MAX = 20 * JOBS;

  /** Numbers become longer, and a few more machines or jobs may be there than before. */
  private static final double SLIGHTLY_MORE = 1.1;

  private static final int CHARS_ANYWAY = 500;

  static List<String> policies() {
    return PolicyRegistry.namesForUse();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void whatIsRememberedDoesNotGrowWithThem(String name) {
    Life life = new Life(name);
    int longestOfFirstHalf = life.longestMemoryUntil(JOBS / 2);
    int longestOfSecondHalf = life.longestMemoryUntil(JOBS);
    assertThat(life.world().jobs().size()).as("jobs in the world").isLessThan(100);
    assertThat(longestOfSecondHalf)
        .as("characters of memory after %d jobs; %d after half of them", JOBS, longestOfFirstHalf)
        .isLessThan(CHARS_ANYWAY + (int) (SLIGHTLY_MORE * longestOfFirstHalf));
  }

  /** One machine of its own and what the policy rents, on which every task ends at once. */
  private static final class Life implements ActionSink {
    private final Scheduler scheduler;
    private final List<Event> next = new ArrayList<>();
    private long nowMillis;
    private int steps;
    private int submitted;

    Life(String name) {
      scheduler =
          new Scheduler(
              PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO),
              Runs.OFFERS);
      next.add(new MachineChange.Ready(1, Specs.machine("own", 4)));
    }

    World world() {
      return scheduler.world();
    }

    int longestMemoryUntil(int jobs) {
      int longest = 0;
      while (submitted < jobs || !world().liveJobs().isEmpty()) {
        assertThat(steps).as("steps until %d jobs have ended", jobs).isLessThan(STEPS_MAX);
        step(jobs);
        longest = Math.max(longest, world().memory().encoded().length());
      }
      return longest;
    }

    private void step(int jobs) {
      List<Event> events = new ArrayList<>(next);
      next.clear();
      for (long wake : world().wakeTimesMillis()) {
        if (wake <= nowMillis) {
          events.add(new Event.TimerFired(wake));
        }
      }
      for (Job job : world().jobs()) {
        if (job.endedAtMillis() >= 0 && !world().leaving(job.id()).isEmpty()) {
          events.add(new Event.JobForgotten(job.id()));
        }
      }
      if (submitted < jobs && world().liveJobs().size() < LIVE_JOBS_MAX) {
        submitted++;
        events.add(new Event.JobSubmitted(world().nextJobId(), job(submitted)));
      }
      Batch batch = new Batch(world().sequence() + 1, nowMillis, events);
      scheduler.step(batch).actions().forEach(action -> action.carryOut(this));
      nowMillis += 1_000;
      steps++;
    }

    @Override
    public void launch(Action.Launch launch) {
      Offer offer = world().offer(launch.offer()).orElseThrow();
      next.add(new MachineChange.Ready(launch.machine(), offer.machine()));
    }

    @Override
    public void release(Action.Release release) {
      next.add(new MachineChange.LeaseEnded(release.machine(), 0));
    }

    @Override
    public void assign(Action.Assign assign) {
      AttemptId attempt = assign.attempt();
      next.add(new Event.AttemptStarted(attempt));
      next.add(new Event.AttemptFinished(attempt, 1_000));
    }

    @Override
    public void stop(Action.Stop stop) {
      next.add(new Event.AttemptFailed(stop.attempt(), new Failure.Stopped(), 0));
    }

    @Override
    public void checkpoint(Action.Checkpoint checkpoint) {
      next.add(new Event.AttemptCheckpointed(checkpoint.attempt(), 500));
    }

    @Override
    public void drain(Action.Drain drain) {}

    @Override
    public void wakeAt(Action.WakeAt wake) {}

    @Override
    public void reject(Action.Reject reject) {}

    private static JobSpec job(int number) {
      JobSpec job = Specs.job(Specs.tasks("task" + number, 1));
      return new JobSpec("job" + number, "/", new Deadline.None(), false, job.groups());
    }
  }
}
