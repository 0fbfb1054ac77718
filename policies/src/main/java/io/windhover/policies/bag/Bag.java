package io.windhover.policies.bag;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.frugal.BagMemory;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.policies.bag.frugal.Frugal;
import io.windhover.policies.match.Match;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Our own policy for bags: everything on spot machines, many for a short time, and on-demand
 * machines only when the deadline would otherwise be in danger.
 *
 * <p>It keeps one promise and saves wherever the promise allows:
 *
 * <ul>
 *   <li><b>The promise.</b> At any moment every unfinished task could still be run, from its last
 *       checkpoint, on on-demand machines launched now, and end in time. How long that may be put
 *       off is known exactly; when it may not be put off any longer for a task, a machine is
 *       launched for it. HADS sets a worst case aside once, before it starts (D_spot); here it
 *       shrinks as tasks end.
 *   <li><b>A short time at risk.</b> When launches cost nothing, one machine core for each task;
 *       when they do, fewer machines for longer (see {@link BagSettings#exposureMillis}). HADS
 *       fills few machines up to D_spot, all of which time they may freeze.
 *   <li><b>Machines end at the second they have nothing to do</b>, not at the end of a cycle.
 *   <li><b>Tasks of a frozen machine are run again elsewhere on spot</b> while that is still cheap.
 *       Should it thaw, the attempt that is nearer its end goes on and the other is stopped.
 *   <li><b>Checkpoints only where they pay</b>: before an on-demand machine would have to be
 *       launched for a task that runs well, before a machine ends with notice, and for tasks so
 *       long that a freeze would cost more than the checkpoints.
 * </ul>
 *
 * <p>The promise holds for a bag whose fallback plan fits before its deadline when it is submitted,
 * with on-demand launches that take no longer than their offers say and the margin. A deadline so
 * tight that the plan does not fit, but not impossible, is tried on everything there is at once.
 *
 * <p>Runtimes that are not known are learned from tasks of the same kind; for those nothing can be
 * promised.
 */
public final class Bag implements Policy {
  /** What keeps a task from running at a moment is the same for every policy. */
  private static final Policy WHY = new Match(Match.Impossible.WAITS);

  private final BagSettings settings;

  public Bag(BagSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return BagMemory.POLICY;
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(
        List.of(Trait.KEEPS_DEADLINES, Trait.RENTS_MACHINES, Trait.REPLICATES, Trait.CHECKPOINTS));
  }

  /** One that is frozen, one that runs it again on spot, and one on demand. */
  @Override
  public int liveAttemptsMax() {
    return Frugal.ATTEMPTS_MAX;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    return new Frugal(world, settings).decide(batch);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return WHY.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return BagMemory.recalled(encoded);
  }
}
