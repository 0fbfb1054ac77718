package io.windhover.app.simulate;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.policies.bag.bound.LowerBound;
import io.windhover.simulator.cloud.Outage;
import io.windhover.workload.scenario.Scenario;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What no way to do one job by its deadline costs less than, spot machines and all. */
final class BagBound {
  private BagBound() {}

  /** A deadline that never comes leaves all the time there is. */
  static long nanos(Scenario scenario, JobSpec job, long seed) {
    List<Offer> offers = scenario.catalogue().offers();
    long deadlineMillis = job.deadline().atMillis(0);
    List<Outage> outages = ScenarioRun.market(scenario, seed).certainOutages(deadlineMillis);
    List<Offer> sooner = Hopeful.offers(offers, scenario.deviations());
    return LowerBound.nanos(
        Hopeful.job(job, scenario.deviations()),
        sooner,
        deadlineMillis,
        spotMillis(sooner, deadlineMillis, outages));
  }

  /**
   * For each type with outages, how long its spot machines can work between the end of a launch at
   * the start and the deadline.
   */
  private static SortedMap<String, Long> spotMillis(
      List<Offer> offers, long deadlineMillis, List<Outage> outages) {
    SortedMap<String, Long> left = new TreeMap<>();
    for (Offer offer : offers) {
      if (!offer.isSpot()) {
        continue;
      }
      long readyMillis = offer.startUpMillis();
      for (Outage outage : outages) {
        if (outage.type().equals(offer.machine().type())) {
          long from = Math.max(readyMillis, outage.fromMillis());
          long to = Math.min(deadlineMillis, outage.toMillis());
          left.putIfAbsent(outage.type(), Math.max(0, deadlineMillis - readyMillis));
          left.merge(outage.type(), Math.max(0, to - from), (some, lost) -> some - lost);
        }
      }
    }
    return left;
  }
}
