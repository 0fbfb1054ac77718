package io.windhover.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.simulator.testkit.Rota;
import io.windhover.simulator.testkit.Runs;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Stories from seeds are worth little if nothing happens in them. */
class RandomStoriesTest {
  private final TreeMap<String, Integer> seen = new TreeMap<>();

  private void see(String what, boolean happened) {
    seen.merge(what, happened ? 1 : 0, Integer::sum);
  }

  @Test
  void aThousandStoriesHoldEverythingThatCanHappen() {
    for (long seed = 1; seed <= 1000; seed++) {
      Runs.Run run = Runs.of(new Rota(), RandomStories.restless(seed));
      run.steps().forEach(this::see);
      run.world().jobs().forEach(this::see);
    }
    for (long seed = 1; seed <= 200; seed++) {
      Runs.of(new Rota(), RandomStories.amended(seed)).steps().forEach(this::see);
    }

    assertThat(seen).allSatisfy((what, times) -> assertThat(times).as(what).isGreaterThan(50));
  }

  private void see(Runs.Step step) {
    for (Event event : step.batch().events()) {
      see("a cancel", event instanceof Event.JobCancelled);
      see("a retry of failures", event instanceof Event.RetryRequested r && r.failedToo());
      see("a resume", event instanceof Event.RetryRequested r && !r.failedToo());
      see("an edit of tasks", event instanceof Event.JobAmended a && a.by() != a.job());
      see("an edit of the job", event instanceof Event.JobAmended a && a.by() == a.job());
      see("a machine lost", event instanceof MachineChange.Lost);
      see("a machine frozen", event instanceof MachineChange.Hibernated);
      see("a machine resized", event instanceof MachineChange.Resized);
      see("a notice", event instanceof MachineChange.Notice);
      see(
          "an exit",
          event instanceof Event.AttemptFailed f && f.failure() instanceof Failure.Exited);
    }
    see("several facts at one instant", step.batch().events().size() > 1);
    see("a stop", step.decision().actions().stream().anyMatch(a -> a instanceof Action.Stop));
  }

  private void see(Job job) {
    see("a job cancelled", job.cancelled());
    see("tasks retried", job.retried() > 0);
    see("a failed job", job.count(TaskState.FAILED) > 0);
    see("skipped tasks", job.count(TaskState.SKIPPED) > 0);
    see("a job done", job.count(TaskState.SUCCEEDED) == job.spec().taskCount());
    see("groups that wait", job.spec().groups().stream().anyMatch(g -> !g.after().isEmpty()));
    see("keep going", job.spec().keepGoing());
    see(
        "a second attempt after a loss",
        job.retried() == 0 && job.groups().stream().anyMatch(g -> g.attempts(0) > 1));
  }

  @Test
  void theSameSeedTellsTheSameStory() {
    for (long seed = 1; seed <= 100; seed++) {
      assertThat(RandomStories.of(seed).happenings())
          .isEqualTo(RandomStories.of(seed).happenings());
    }
    assertThat(RandomStories.of(1).happenings()).isNotEqualTo(RandomStories.of(2).happenings());
  }

  /** So that what holds for one holds for the other, up to the first unrest. */
  @Test
  void aRestlessStoryOnlyAddsUnrest() {
    for (long seed = 1; seed <= 100; seed++) {
      assertThat(RandomStories.restless(seed).happenings())
          .containsSubsequence(RandomStories.of(seed).happenings());
    }
  }
}
