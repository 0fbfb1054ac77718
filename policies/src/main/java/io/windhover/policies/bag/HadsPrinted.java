package io.windhover.policies.bag;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.hads.HadsEngine;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.Mend;
import io.windhover.policies.bag.hads.Waits;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * HADS as its Algorithms 1 to 8 are printed: {@link Hads} without its {@link Mend}s, to show the
 * difference. It can end late because of hibernations, so it promises no deadline. What Algorithm 6
 * leaves behind is moved once the deadline has passed, so that nothing is lost.
 */
public final class HadsPrinted implements Policy {
  private static final String NAME = "hads-printed";

  private final HadsEngine engine;

  public HadsPrinted(HadsSettings settings) {
    this.engine = new HadsEngine(NAME, settings, EnumSet.noneOf(Mend.class));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.RENTS_MACHINES, Trait.CHECKPOINTS));
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    return engine.decide(world, batch);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return Waits.reasons(world);
  }

  @Override
  public Memory recall(String encoded) {
    return engine.recall(encoded);
  }
}
