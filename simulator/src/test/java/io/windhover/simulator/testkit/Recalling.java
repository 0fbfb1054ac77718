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
import java.util.function.LongPredicate;

/**
 * A policy whose memory is written down and read again at some moments, as a restart from a
 * snapshot does.
 */
public final class Recalling implements Policy {
  private final Policy policy;
  private final LongPredicate recallsAtMillis;

  private Recalling(Policy policy, LongPredicate recallsAtMillis) {
    this.policy = policy;
    this.recallsAtMillis = recallsAtMillis;
  }

  /** At a third of the moments, which the seed chooses. */
  public static Recalling sometimes(Policy policy, long seed) {
    return new Recalling(policy, at -> Chance.stream(seed, "recalls", at).nextInt(3) == 0);
  }

  /** After every decision. */
  public static Recalling always(Policy policy) {
    return new Recalling(policy, at -> true);
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    Decision decision = policy.decide(world, batch);
    return recallsAtMillis.test(world.nowMillis())
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
