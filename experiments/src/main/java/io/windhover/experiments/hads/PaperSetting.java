package io.windhover.experiments.hads;

import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.workload.generate.BagTable;
import io.windhover.workload.generate.BagTable.Spread;
import java.util.ArrayList;
import java.util.List;

/** What the paper's experiments were made with: Tables 5 to 8. */
public final class PaperSetting {
  public static final long DEADLINE_MILLIS = 2_100_000;

  /** How many machines of a type and market, and of a market in all, may be rented. */
  private static final int LIMIT = 5;

  private static final int MARKET_LIMIT = 20;

  /**
   * How long a launch takes unless more of it is billed; well inside the paper's alpha of 180 s.
   */
  private static final long START_UP_MILLIS = 60_000;

  /** A line of Table 8: expected hibernations and resumes until the deadline. */
  public record Scenario(String name, double hibernations, double resumes) {}

  /** A job in a scenario. */
  public record Cell(BagTable job, Scenario scenario) {
    public String name() {
      return job.name() + "/" + scenario.name();
    }
  }

  public static final List<BagTable> JOBS =
      List.of(
          job("J60", 60, 102, 198, 323, 2.85, 4.69, 12.20),
          job("J80", 80, 103, 199, 322, 2.91, 4.71, 13.19),
          job("J100", 100, 107, 190, 330, 2.81, 4.49, 10.86),
          job("ED200", 200, 161, 211, 354, 153.74, 168.68, 177.77));

  public static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario("sc1", 1, 0),
          new Scenario("sc2", 5, 0),
          new Scenario("sc3", 1, 5),
          new Scenario("sc4", 5, 5),
          new Scenario("sc5", 3, 2.5),
          new Scenario("sc6", 2, 1),
          new Scenario("sc7", 2, 2));

  private PaperSetting() {}

  private static BagTable job(
      String name,
      int tasks,
      int leastSeconds,
      int meanSeconds,
      int largestSeconds,
      double leastMb,
      double meanMb,
      double largestMb) {
    return new BagTable(
        name,
        tasks,
        new Spread(leastSeconds * 1000L, meanSeconds * 1000L, largestSeconds * 1000L),
        new Spread(bytes(leastMb), bytes(meanMb), bytes(largestMb)));
  }

  private static long bytes(double megabytes) {
    return Math.round(megabytes * 1_000_000);
  }

  public static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (BagTable job : JOBS) {
      SCENARIOS.forEach(scenario -> cells.add(new Cell(job, scenario)));
    }
    return cells;
  }

  /**
   * Table 6 with the limits of Table 7 (which prints c4.xlarge twice, for c3.xlarge and itself).
   *
   * @param billedMillis how much of a launch is paid for: 0, 60 s or 180 s; a launch takes 60 s, or
   *     as long as is billed
   */
  public static List<Offer> offers(long billedMillis) {
    List<Offer> offers = new ArrayList<>();
    for (Market market : List.of(Market.SPOT, Market.ON_DEMAND)) {
      boolean spot = market == Market.SPOT;
      offers.add(offer("c3.large", market, 2, 22.09, spot ? 29.4 : 105, billedMillis));
      offers.add(offer("c4.large", market, 2, 40.73, spot ? 30.8 : 100, billedMillis));
      offers.add(offer("c3.xlarge", market, 4, 44.46, spot ? 59.6 : 210, billedMillis));
      offers.add(offer("c4.xlarge", market, 4, 83.33, spot ? 67.3 : 199, billedMillis));
    }
    return offers;
  }

  private static Offer offer(
      String type,
      Market market,
      int cores,
      double gflops,
      double millidollarsPerHour,
      long billedMillis) {
    MachineSpec machine =
        new MachineSpec(
            type,
            type,
            List.of(),
            cores,
            cores * 1_875_000_000L,
            Math.round(millidollarsPerHour * 1_000_000));
    return new Offer(
        type + "/" + market.text(),
        market,
        machine,
        LIMIT,
        MARKET_LIMIT,
        gflops,
        Math.max(START_UP_MILLIS, billedMillis),
        new Billing(billedMillis, 0));
  }

  public static JobSpec job(Cell cell, long seed) {
    return cell.job().draw(seed, DEADLINE_MILLIS);
  }

  public static Cloud cloud(Scenario scenario, PoissonMarket.Reading reading, long seed) {
    return cloud(market(scenario, reading, seed));
  }

  public static Cloud cloud(MarketProcess market) {
    return new ModelledCloud(market, CheckpointCost.HADS);
  }

  public static MarketProcess market(Scenario scenario, PoissonMarket.Reading reading, long seed) {
    double perHour = 3_600_000.0 / DEADLINE_MILLIS;
    return new PoissonMarket(
        reading,
        Reclaim.HIBERNATE,
        scenario.hibernations() * perHour,
        scenario.resumes() * perHour,
        List.of("c3.large", "c3.xlarge", "c4.large", "c4.xlarge"),
        seed);
  }
}
