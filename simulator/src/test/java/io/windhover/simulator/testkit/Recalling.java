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

/**
 * A policy whose memory is written down and read again at moments that the seed chooses, as a
 * restart from a snapshot does.
 */
final class Recalling implements Policy {
  private final Policy policy;
  private final long seed;

  Recalling(Policy policy, long seed) {
    this.policy = policy;
    this.seed = seed;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    Decision decision = policy.decide(world, batch);
    boolean recalls = Chance.stream(seed, "recalls", world.nowMillis()).nextInt(3) == 0;
    return recalls
        ? new Decision(decision.actions(), decision.reasons(), recalled(decision.memory()))
        : decision;
  }

  private Memory recalled(Memory memory) {
    String encoded = memory.encoded();
    Memory again = policy.recall(encoded);
    if (!again.encoded().equals(encoded)) {
      throw new AssertionError("recalled is\n" + again.encoded() + "where there was\n" + encoded);
    }
    return again;
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
