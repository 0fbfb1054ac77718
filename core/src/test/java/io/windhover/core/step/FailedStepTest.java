package io.windhover.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A policy that changes its memory in place, and fails with the change half done. */
class FailedStepTest {
  private static final class Count implements Memory {
    private int batches;

    @Override
    public String encoded() {
      return Integer.toString(batches);
    }
  }

  /** Fails at moment 2, and wishes at moment 3 what cannot be done. */
  private static final class Stumbling implements Policy {
    @Override
    public String name() {
      return "stumbling";
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      Count count = world.memory() instanceof Count known ? known : new Count();
      count.batches++;
      if (world.nowMillis() == 2) {
        throw new IllegalStateException("stumbled");
      }
      List<Action> actions = world.nowMillis() == 3 ? List.of(new Action.Release(99)) : List.of();
      return new Decision(actions, List.of(), count);
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return List.of();
    }
  }

  private final Scheduler scheduler = new Scheduler(new Stumbling(), List.of());

  private void step(long atMillis) {
    scheduler.step(new Batch(scheduler.world().sequence() + 1, atMillis, List.of()));
  }

  private String memory() {
    return scheduler.world().memory().encoded();
  }

  @Test
  void nothingIsRememberedAfterAStepThatFailed() {
    step(0);
    step(1);
    assertThat(memory()).isEqualTo("2");
    assertThatThrownBy(() -> step(2)).hasMessage("stumbled");
    assertThat(scheduler.world().memory()).isSameAs(Memory.NONE);
    step(2 + 2);
    assertThat(memory()).isEqualTo("1");
  }

  @Test
  void norAfterAWishThatCannotBe() {
    step(0);
    assertThatThrownBy(() -> step(3)).isInstanceOf(RuntimeException.class);
    assertThat(scheduler.world().memory()).isSameAs(Memory.NONE);
  }

  /** It was no step at all: nothing of it has happened. */
  @Test
  void aBatchOutOfTurnLeavesTheMemoryAlone() {
    step(0);
    assertThatThrownBy(() -> scheduler.step(new Batch(7, 1, List.of())))
        .isInstanceOf(IllegalStateException.class);
    assertThat(memory()).isEqualTo("1");
  }
}
