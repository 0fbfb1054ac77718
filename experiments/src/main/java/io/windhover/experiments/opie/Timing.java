package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Sample;

/**
 * How long one scheduler took over the same requests.
 *
 * @param ranks label of the ranks
 * @param search index or scan
 * @param perRequest microseconds for each request: the median over the rounds
 * @param least microseconds for each request: the least over the rounds, which others on the
 *     machine disturb least
 * @param every microseconds of every single decision
 */
record Timing(
    int hosts,
    Scenario scenario,
    String scheduler,
    String ranks,
    String search,
    Sample perRequest,
    Sample least,
    Sample every) {
  boolean is(Scenario wanted, String name, Ranks ranked, String searched) {
    return scenario == wanted
        && scheduler.equals(name)
        && ranks.equals(ranked.label())
        && search.equals(searched);
  }
}
