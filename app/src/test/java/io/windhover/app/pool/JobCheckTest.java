package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a policy cannot stomach is refused, whatever becomes of the policy. */
final class JobCheckTest {
  private record Failing(Runnable failure) implements Policy {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      failure.run();
      throw new AssertionError("it does not fail");
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return List.of();
    }
  }

  private static void goesTooDeep() {
    throw new StackOverflowError();
  }

  private static JobSpec job() {
    var group =
        new TaskGroup(
            "line",
            1,
            new Script(List.of("true"), "", new TreeMap<>()),
            "line",
            new Need(List.of(), 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            2,
            0,
            0);
    return new JobSpec("lines", "/data", new Deadline.None(), false, List.of(group));
  }

  @Test
  void aJobThatIsNestedTooDeepForThePolicyIsRefused() {
    var check = new JobCheck(DeskLimits.USUAL, () -> new Failing(JobCheckTest::goesTooDeep));
    assertThatThrownBy(() -> check.check(job(), 1_000))
        .isInstanceOf(Refusal.class)
        .satisfies(refusal -> refuses(refusal, "nested too deep"));
  }

  @Test
  void aJobThatThePolicyFailsOnIsRefused() {
    Runnable failure =
        () -> {
          throw new IllegalStateException("no room for it");
        };
    var check = new JobCheck(DeskLimits.USUAL, () -> new Failing(failure));
    assertThatThrownBy(() -> check.check(job(), 1_000))
        .satisfies(refusal -> refuses(refusal, "no room for it"));
  }

  private static void refuses(Throwable refusal, String words) {
    assertThat(((Refusal) refusal).words()).contains(words);
  }
}
