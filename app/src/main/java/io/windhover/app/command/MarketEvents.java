package io.windhover.app.command;

import io.windhover.core.model.Offer;
import io.windhover.workload.scenario.MarketChoice;
import io.windhover.workload.scenario.Scenario;

/**
 * What a market does to spot VMs. One rule holds in everything that people read: what this market
 * cannot bring, and did not, is left out; what it can bring is told, also when it is none. JSON
 * always has all three.
 */
enum MarketEvents {
  HIBERNATIONS("hibernations"),
  TERMINATIONS("terminations"),
  NOTICES("notices");

  private final String word;

  MarketEvents(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /** Whether to tell of it, where there were so many. */
  boolean told(Scenario scenario, double count) {
    return count > 0 || possible(scenario);
  }

  boolean possible(Scenario scenario) {
    MarketChoice market = scenario.market();
    return scenario.catalogue().offers().stream().anyMatch(Offer::isSpot)
        && switch (this) {
          case HIBERNATIONS -> market.hibernates();
          case TERMINATIONS -> !market.hibernates() && !(market instanceof MarketChoice.Calm);
          case NOTICES -> market.noticeMillis() > 0;
        };
  }
}
