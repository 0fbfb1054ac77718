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
 * {@link Workflow}'s rule, IC-PCP, SCS and GAIN side by side. No one way is the cheapest for every
 * stream: where a deadline leaves little choice, IC-PCP gains by planning each job on the very
 * machines that are there, and with many jobs an hour the plain rules are as good. So the others
 * are tried on arrivals like those of the recent past, with the margins that experience asks for,
 * and new jobs go to the one that is clearly cheaper there.
 */
public record Portfolio(Ensemble machinery) implements Policy {
  private static final Policy WHY = new Match(Match.Impossible.WAITS);

  public Portfolio(boolean refuses) {
    this(
        Ensemble.of(
            new JustInTime(refuses, true), List.of(new IcPcp(), new Scs(), new GainWait())));
  }

  @Override
  public String name() {
    return "portfolio";
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.KEEPS_DEADLINES, Trait.RENTS_MACHINES));
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
    return Ensemble.recalled(encoded);
  }
}
