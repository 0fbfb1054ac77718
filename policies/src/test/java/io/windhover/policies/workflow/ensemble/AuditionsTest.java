package io.windhover.policies.workflow.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.policies.match.Match;
import io.windhover.policies.workflow.GainWait;
import io.windhover.policies.workflow.SingleTask;
import io.windhover.policies.workflow.Workflow;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.policies.workflow.justintime.Luck;
import io.windhover.policies.workflow.justintime.Rehearsed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditionsTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final double DOLLAR = 1e9;
  private static final Policy RIVAL = new WorkflowPolicy(new GainWait(), WorkflowSettings.DEFAULT);

  private static final Offer OFFER =
      new Offer(
          "one",
          Market.ON_DEMAND,
          new MachineSpec("one", "one", List.of(), 1, 0, 1_000_000_000),
          100,
          100,
          0,
          6 * MINUTE,
          Billing.perPeriod(HOUR));

  private static JobSpec job(long runMillis, long deadlineMillis) {
    TaskGroup task = SingleTask.of("task", runMillis);
    return new JobSpec("job", "", new Deadline.Within(deadlineMillis), false, List.of(task));
  }

  /** Two jobs of ten minutes an hour apart: each pays a dollar for a machine of its own. */
  @Test
  void anAuditionCostsWhatTheMachinesCost() {
    JobSpec job = job(10 * MINUTE, 30 * MINUTE);
    double nanos =
        Audition.nanos(RIVAL, List.of(OFFER), past(List.of(job, job), 0, 2 * HOUR), 1000 * DOLLAR);
    assertThat(nanos).isEqualTo(2 * DOLLAR);
  }

  @Test
  void whoIsLateCostsMoreThanAnything() {
    JobSpec job = job(10 * MINUTE, 12 * MINUTE);
    double nanos = Audition.nanos(RIVAL, List.of(OFFER), past(List.of(job), 0), 1000 * DOLLAR);
    assertThat(nanos).isInfinite();
  }

  @Test
  void anotherRuleTakesOverWhenItIsClearlyCheaperAndNotBefore() {
    // Ours looks better than it is by 2 + 20 / 10 percent, and 2 + 10 / 10 are needed for a change.
    assertThat(next(0, 0.98, 100)).isZero();
    assertThat(next(0, 1, 100)).isEqualTo(1);
    assertThat(next(1, 1, 100)).isEqualTo(1);
    // Who stands in must go on being better.
    assertThat(next(1, 0.95, 100)).isZero();
    // After four jobs it is 2 + 10 and 2 + 5 percent.
    assertThat(next(0, 0.95, 4)).isZero();
    assertThat(next(0, 0.96, 4)).isEqualTo(1);
    assertThat(next(1, 0.9, 4)).isEqualTo(1);
    assertThat(next(1, 0.89, 4)).isZero();
  }

  /** Ours at 1.02 and a third at 1.015 beat 1.1; but of the third another 3 % are asked. */
  @Test
  void whoIsBetterByMostBeyondWhatIsNeededTakesOver() {
    Standing standing = new Standing(2);
    standing.begin(100, false);
    standing.add(0, 100, 1.1);
    standing.add(1, 100, 1.015);
    standing.expect(100 * DOLLAR, 100);
    World world = new World(List.of(OFFER));
    assertThat(new Auditions().next(world, 1, null, List.of(RIVAL, RIVAL), standing)).isZero();
  }

  /** Of a hundred jobs or more the mean of three beginnings counts, a twentieth apart. */
  @Test
  void manyJobsAreJudgedByTheMeanOfSeveralBeginnings() {
    List<JobSpec> jobs = new ArrayList<>();
    long[] atMillis = new long[100];
    for (int i = 0; i < atMillis.length; i++) {
      jobs.add(job(10 * MINUTE, 30 * MINUTE));
      atMillis[i] = i * (2 * HOUR);
    }
    double nanos = Audition.nanos(RIVAL, List.of(OFFER), past(jobs, atMillis), 1000 * DOLLAR);
    assertThat(nanos).isEqualTo((100 + 95 + 90) / 3.0 * DOLLAR);
  }

  /** All of them would cost 95 dollars. */
  @Test
  void whoHasSpentTheLimitIsNotFollowedAnyFurther() {
    Rehearsed past = hundred(100, 0, 100);
    double nanos = Audition.nanos(RIVAL, List.of(OFFER), past, 10 * DOLLAR);
    assertThat(nanos).isBetween(10 * DOLLAR, 20 * DOLLAR);
  }

  /** As after a restart without a snapshot: nothing has been heard, but there is a job to do. */
  @Test
  void withoutMemoryTheWorldIsLookedAtWhateverHasBeenHeard() {
    Scheduler idle = new Scheduler(new Match(Match.Impossible.WAITS), List.of(OFFER));
    JobSpec urgent = job(10 * MINUTE, 16 * MINUTE);
    idle.step(new Batch(1, 0, List.of(new Event.JobSubmitted(1, urgent))));
    assertThat(new Workflow(true).decide(idle.world(), List.of()).actions())
        .anyMatch(action -> action instanceof Action.Launch);
  }

  private static Rehearsed past(List<JobSpec> jobs, long... atMillis) {
    return new Rehearsed(jobs, atMillis, 0, Luck.NONE, jobs.size(), jobs.size(), false);
  }

  /** A hundred, 95 and 90 jobs for a dollar each under the other rule; ours a share of that. */
  private static int next(int now, double ownShare, int past) {
    Rehearsed rehearsed = hundred(100, ownShare * 95 * DOLLAR, past);
    return new Auditions()
        .next(new World(List.of(OFFER)), now, rehearsed, List.of(RIVAL), new Standing(1));
  }

  /** One every two hours, but for pauses of half a day after so many. */
  private static Rehearsed hundred(int burst, double ownNanos, int past) {
    List<JobSpec> jobs = new ArrayList<>();
    long[] atMillis = new long[100];
    for (int i = 0; i < atMillis.length; i++) {
      jobs.add(job(10 * MINUTE, 30 * MINUTE));
      atMillis[i] = i * (2 * HOUR) + i / burst * (12 * HOUR);
    }
    return new Rehearsed(jobs, atMillis, ownNanos, Luck.NONE, past, past, false);
  }

  /** A machine has just been rented for a dollar. */
  private static World withOneMachine() {
    Scheduler busy = new Scheduler(RIVAL, List.of(OFFER));
    JobSpec urgent = job(10 * MINUTE, 16 * MINUTE);
    busy.step(new Batch(1, 0, List.of(new Event.JobSubmitted(1, urgent))));
    assertThat(busy.world().machines()).hasSize(1);
    return busy.world();
  }

  @Test
  void whereJobsComeInBurstsItTakesOverAfterAPauseAndWithoutThemAtOnce() {
    World during = withOneMachine();
    assertThat(
            new Auditions()
                .next(during, 0, hundred(100, 105 * DOLLAR, 100), List.of(RIVAL), new Standing(1)))
        .isEqualTo(1);
    Standing standing = new Standing(1);
    Rehearsed bursts = hundred(10, 105 * DOLLAR, 100);
    assertThat(new Auditions().next(during, 0, bursts, List.of(RIVAL), standing)).isZero();
    World after = new World(List.of(OFFER));
    assertThat(new Auditions().next(after, 0, null, List.of(RIVAL), standing)).isEqualTo(1);
  }
}
