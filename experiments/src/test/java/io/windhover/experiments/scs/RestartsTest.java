package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

/** Half a day of jobs, six an hour. */
class RestartsTest {
  private static final double HOURS = 12;

  /** Restarts after every decision: all it knows has been written down and read again. */
  private record Restarted(Policy inner) implements Policy {
    @Override
    public String name() {
      return inner.name();
    }

    @Override
    public SortedSet<Trait> traits() {
      return inner.traits();
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      Decision decision = inner.decide(world, batch);
      Memory read = inner.recall(decision.memory().encoded());
      return new Decision(decision.actions(), decision.reasons(), read);
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

  private static void costsTheSame(
      Application application, long deadlineMillis, Imprecision imprecision, long seed) {
    Cell cell = new Cell(application, ArrivalPattern.STABLE, deadlineMillis);
    Case one =
        new Case(
            Policies.WORKFLOW, cell, Meter.HOUR, ScsSetting.USUAL, imprecision, Draws.Room.EXACT);
    Policy policy = Policies.make(Policies.WORKFLOW);
    double straight = Trial.of(one, HOURS, seed).run(policy).dollars();
    double restarted = Trial.of(one, HOURS, seed).run(new Restarted(policy)).dollars();
    assertThat(restarted).isEqualTo(straight);
  }

  @Test
  void aRestartAfterEveryDecisionChangesNothingWithExactEstimates() {
    costsTheSame(Application.PIPELINE, ScsSetting.HOUR_MILLIS, Imprecision.NONE, 1);
    costsTheSame(Application.HYBRID, ScsSetting.HOUR_MILLIS / 2, Imprecision.NONE, 2);
  }

  @Test
  void norWhereRuntimesAndLaunchesErr() {
    Imprecision both = new Imprecision(0.2, 0.2, 0, 0);
    costsTheSame(Application.PIPELINE, ScsSetting.HOUR_MILLIS, both, 2);
    costsTheSame(Application.PARALLEL, ScsSetting.HOUR_MILLIS, both, 1);
  }
}
