package io.windhover.experiments.hads;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.Bag;
import io.windhover.policies.bag.Hads;
import io.windhover.policies.bag.HadsAuthors;
import io.windhover.policies.bag.HadsPrinted;
import io.windhover.policies.bag.OnDemandOnly;
import io.windhover.policies.bag.Release;
import io.windhover.policies.bag.SpotNoHibernation;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.plan.AuthorsPlanner;
import java.util.function.Supplier;

/**
 * A policy in the comparison.
 *
 * @param spotLimit which reading of D_spot it follows; empty when it has none
 */
record Rival(String name, String spotLimit, Supplier<Policy> policy) {
  static final Rival HADS = new Rival("hads", "printed", () -> new Hads(HadsSettings.PAPER));

  static final Rival HADS_PRINTED =
      new Rival("hads-printed", "printed", () -> new HadsPrinted(HadsSettings.PAPER));

  /** With the D_spot of the authors' own program; it promises no deadline. */
  static final Rival HADS_AUTHORS =
      new Rival("hads-authors", "authors", () -> new HadsAuthors(HadsSettings.PAPER));

  static final Rival BAG = new Rival("bag", "", () -> new Bag(BagSettings.DEFAULT));

  static final Rival ON_DEMAND_CYCLE = onDemand(Release.CYCLE);
  static final Rival ON_DEMAND_RELEASE = onDemand(Release.AT_ONCE);
  static final Rival SPOT_CYCLE = spot(Release.CYCLE);
  static final Rival SPOT_RELEASE = spot(Release.AT_ONCE);

  private static Rival onDemand(Release release) {
    return new Rival("on-demand", "", () -> new OnDemandOnly(new AuthorsPlanner(), release));
  }

  private static Rival spot(Release release) {
    return new Rival(
        "spot-no-hibernation", "", () -> new SpotNoHibernation(new AuthorsPlanner(), release));
  }

  /** HADS with another allocation cycle than the paper's. */
  static Rival hadsWithCycle(int seconds) {
    HadsSettings paper = HadsSettings.PAPER;
    HadsSettings settings =
        new HadsSettings(
            paper.alphaMillis(), paper.overheadMillionths(), seconds * 1000L, paper.checkpoint());
    return new Rival("hads", "printed", () -> new Hads(settings));
  }
}
