package io.windhover.policies.workflow;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.match.Match;
import io.windhover.policies.workflow.ensemble.Ensemble;
import io.windhover.policies.workflow.justintime.JustInTime;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Streams of workflows in time at the least cost; our own.
 *
 * <p>From SCS it takes the plan per class of jobs, made once: the cheapest type for each task,
 * upgraded by gain until the deadline fits, and the lag of a launch taken off the front of a job
 * once. It departs from SCS in four ways. Nothing is rented before the last moment at which it must
 * be, so work gathers and fills what is rented; until then a task runs on any machine that is paid
 * for and costs little enough for it. Which types are worth renting at all, how many tasks are put
 * in a row, and when another period is worth paying for depends on how much work there is, so it is
 * found by rehearsing the recent past with each choice and keeping the cheapest. The last moment is
 * exact, not a share of a fluid load, so with exact estimates no job ends late that could end in
 * time. And how far runtimes and launches have exceeded their estimates is remembered and kept back
 * from the deadlines of later jobs.
 *
 * <p>No one way is the cheapest for every stream: where a deadline leaves little choice, IC-PCP
 * gains by planning each job on the very machines that are there, and with many jobs an hour the
 * plain rules may be as good. So IC-PCP, SCS and GAIN stand by: they are tried on arrivals like
 * those of the recent past, with the margins that experience asks for, and new jobs go to the one
 * that is clearly cheaper there.
 */
public record Workflow(Ensemble machinery) implements Policy {
  private static final Policy WHY = new Match(Match.Impossible.WAITS);

  public Workflow(boolean refuses) {
    this(refuses, true);
  }

  /**
   * Our own rule and those that stand by.
   *
   * @param trusts whether estimates that nothing has been seen of are taken at their word where
   *     caution is dear
   */
  public Workflow(boolean refuses, boolean trusts) {
    this(
        Ensemble.of(
            new JustInTime(refuses, trusts), List.of(new IcPcp(), new Scs(), new GainWait())));
  }

  @Override
  public String name() {
    return Ensemble.POLICY;
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.KEEPS_DEADLINES, Trait.RENTS_MACHINES, Trait.RENTS_NO_SPOT));
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    return machinery.decide(world, batch);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return WHY.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return machinery.recalled(encoded);
  }
}
