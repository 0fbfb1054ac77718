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
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * HADS, the hibernation-aware dynamic scheduler (Teylo, Arantes, Sens, Drummond: "A dynamic task
 * scheduler tolerant to multiple hibernations in cloud environments", Cluster Computing 2020,
 * section 4), with the four places mended at which it can end late: {@link Mend}.
 *
 * <p>Runs a bag of independent tasks by its deadline on spot VMs that may freeze at any moment.
 * Tasks on spot VMs are planned to end by D_spot, early enough to be moved to on-demand VMs; the
 * tasks of a frozen VM are moved at its trigger, as late as can be; idle VMs steal, and go at the
 * end of their allocation cycle. Parameters, with the authors' values: alpha 180 s, checkpoint
 * overhead 10 %, cycle 900 s, a checkpoint 12.99 s and 0.022 s a MB.
 *
 * <p>Departures beside the mends: times count from when a VM is up; the reserve of Algorithm 7 is
 * asked of spot targets only, since on-demand VMs do not freeze; only spot VMs steal, as the text
 * says; a core without work takes what waits for another core of its VM; a bag that cannot be
 * planned is refused. The promise holds while as many cores can be had on demand as are used on
 * spot, and no launch on demand is refused. Jobs that are no such bag run on on-demand machines.
 */
public final class Hads implements Policy {
  private static final String NAME = "hads";

  private final HadsEngine engine;

  public Hads(HadsSettings settings) {
    this(settings, EnumSet.allOf(Mend.class));
  }

  /** With some mends only, to show what each is for. */
  public Hads(HadsSettings settings, Set<Mend> mends) {
    this.engine = new HadsEngine(NAME, settings, mends);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.KEEPS_DEADLINES, Trait.RENTS_MACHINES, Trait.CHECKPOINTS));
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
