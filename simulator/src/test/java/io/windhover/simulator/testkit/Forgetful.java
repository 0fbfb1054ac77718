package io.windhover.simulator.testkit;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import java.util.List;
import java.util.SortedSet;

/** A policy whose memory is wiped at moments that the seed chooses. */
final class Forgetful implements Policy {
  private final Policy policy;
  private final long seed;

  Forgetful(Policy policy, long seed) {
    this.policy = policy;
    this.seed = seed;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    Decision decision = policy.decide(world, batch);
    boolean forgets = Chance.stream(seed, "forgets", world.nowMillis()).nextInt(4) == 0;
    return forgets ? new Decision(decision.actions(), decision.reasons(), Memory.NONE) : decision;
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public SortedSet<Trait> traits() {
    return policy.traits();
  }

  @Override
  public int liveAttemptsMax() {
    return policy.liveAttemptsMax();
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return policy.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return policy.recall(encoded);
  }
}
