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
import io.windhover.policies.bag.plan.AuthorsPlanner;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The dynamic scheduler of {@link Hads}, mends included, on the primary map that the authors' own
 * program makes ({@link AuthorsPlanner}) instead of the one their paper prints.
 *
 * <p>The difference is D_spot: the n <em>shortest</em> tasks on the cheapest on-demand type where
 * Algorithm 1 takes the n longest on the slowest, and nothing kept for alpha. So far more of a
 * large bag is planned on spot VMs, as in the paper's own runs of ED200, but a freeze late in the
 * run can leave too little time to move: this reading cannot promise the deadline, and does not.
 * Parameters as in {@link Hads}; alpha counts for triggers and moves, not for D_spot. The plan
 * leaves no time for checkpoints either, though the dynamic scheduler writes and reckons with them.
 */
public final class HadsAuthors implements Policy {
  private static final String NAME = "hads-authors";

  private final HadsEngine engine;

  public HadsAuthors(HadsSettings settings) {
    this.engine = new HadsEngine(NAME, settings, EnumSet.allOf(Mend.class), new AuthorsPlanner());
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
