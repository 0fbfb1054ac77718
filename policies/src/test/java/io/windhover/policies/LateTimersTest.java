package io.windhover.policies;

import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.testkit.Runs;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real clocks ring a few milliseconds late; that must cost a few milliseconds and no more. */
class LateTimersTest {
  private static final long MINUTE = 60_000;
  private static final long LATE_MILLIS = 7;

  static List<String> renting() {
    return PolicyRegistry.namesForUse().stream()
        .filter(name -> policy(name).traits().contains(Trait.RENTS_MACHINES))
        .toList();
  }

  private static Policy policy(String name) {
    return PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
  }

  /** Short tasks and one long one, so that some machine has nothing to do for an hour. */
  private static long costNanos(Policy policy) {
    var bag =
        job(
            new Deadline.Within(150 * MINUTE),
            false,
            tasks("short", 30).runMillis(16 * MINUTE),
            tasks("long", 1).runMillis(120 * MINUTE));
    var story = new Story(List.of(new Happening.JobArrives(1, bag)), Fate.asEstimated());
    return new Simulation(policy, story, Runs.RENTABLE, (batch, decision, world) -> {})
        .run()
        .spentNanos();
  }

  @ParameterizedTest
  @MethodSource("renting")
  void aClockThatRingsLateCostsNothing(String name) {
    long exact = costNanos(policy(name));
    assertThat(exact).isPositive();
    assertThat(costNanos(new RungLate(policy(name)))).isCloseTo(exact, withPercentage(1));
  }

  /** A policy whose wishes to be asked again are heard a moment late. */
  private record RungLate(Policy inner) implements Policy {
    @Override
    public String name() {
      return inner.name();
    }

    @Override
    public SortedSet<Trait> traits() {
      return inner.traits();
    }

    @Override
    public int liveAttemptsMax() {
      return inner.liveAttemptsMax();
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      Decision decided = inner.decide(world, batch);
      List<Action> actions = decided.actions().stream().map(RungLate::late).toList();
      return new Decision(actions, decided.reasons(), decided.memory());
    }

    private static Action late(Action action) {
      return action instanceof Action.WakeAt wake
          ? new Action.WakeAt(wake.atMillis() + LATE_MILLIS)
          : action;
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return inner.explain(world);
    }

    @Override
    public Memory recall(String encoded) {
      return inner.recall(encoded);
    }
  }
}
