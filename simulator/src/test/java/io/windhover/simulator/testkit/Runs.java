package io.windhover.simulator.testkit;

import io.windhover.core.event.Batch;
import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import java.util.ArrayList;
import java.util.List;

/** What tests do with a policy and a story. */
public final class Runs {
  /**
   * Something large that has every label of the random stories, and something cheap that has none.
   */
  public static final List<Offer> OFFERS =
      List.of(
          new Offer(
              "on-demand",
              new MachineSpec(
                  "on-demand",
                  "large",
                  List.of("gpu", "linux", "python3"),
                  4,
                  16_000_000_000L,
                  200_000_000),
              1000),
          new Offer(
              "spot",
              new MachineSpec("spot", "small", List.of(), 2, 4_000_000_000L, 30_000_000),
              5));

  public static final Simulation.Settings RENTABLE =
      new Simulation.Settings(OFFERS, Cloud.steady(5000), 1_000_000);

  /** The same offers, but every launch is refused. */
  public static final Simulation.Settings REFUSING =
      new Simulation.Settings(OFFERS, Cloud.refusing(5000), 1_000_000);

  /** The same offers, paid by whole minutes from the request on, and slow to come up. */
  public static final Simulation.Settings BY_THE_MINUTE =
      new Simulation.Settings(
          OFFERS.stream().map(Runs::byTheMinute).toList(), Cloud.steady(5000), 1_000_000);

  private static Offer byTheMinute(Offer offer) {
    return new Offer(
        offer.name(),
        Market.ON_DEMAND,
        offer.machine(),
        offer.limit(),
        offer.limit(),
        0,
        5000,
        Billing.perPeriod(60_000));
  }

  /** The same machines, but the cheap ones are spot and freeze, thaw and are refused. */
  public static Simulation.Settings freezing(long seed) {
    Offer plain = OFFERS.get(1);
    Offer spot =
        new Offer(
            plain.name(),
            Market.SPOT,
            plain.machine(),
            plain.limit(),
            plain.limit(),
            1,
            5000,
            new Billing(1000, 10_000));
    var market =
        new PoissonMarket(
            PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 120, 120, List.of("small"), seed);
    return new Simulation.Settings(
        List.of(OFFERS.get(0), spot),
        new ModelledCloud(market, new CheckpointCost(500, 1)),
        1_000_000);
  }

  /** A batch and what was decided about it. */
  public record Step(Batch batch, Decision decision) {
    public String line() {
      return DecisionLog.line(batch, decision);
    }
  }

  /** A run that is over: every step, and the world it ended in. */
  public record Run(List<Step> steps, World world) {
    public List<String> log() {
      return steps.stream().map(Step::line).toList();
    }
  }

  private Runs() {}

  public static Run of(Policy policy, Story story) {
    return of(policy, story, RENTABLE, (batch, decision, world) -> {});
  }

  public static Run of(
      Policy policy, Story story, Simulation.Settings settings, Simulation.Observer observer) {
    List<Step> steps = new ArrayList<>();
    Simulation.Observer both =
        (batch, decision, world) -> {
          steps.add(new Step(batch, decision));
          observer.stepped(batch, decision, world);
        };
    World world = new Simulation(policy, story, settings, both).run();
    return new Run(steps, world);
  }
}
