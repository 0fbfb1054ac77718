package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Sample;
import io.windhover.placement.Cluster;
import io.windhover.placement.Schedulers;
import io.windhover.placement.generate.PaperStates;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * All schedulers in all scenarios at one size of cluster, on one thread with nothing beside them.
 * They take turns round by round, so that a slower moment of the machine meets all of them.
 */
final class Race {
  /** Decisions of one scheduler in a scenario, at one search and ranking. */
  record Judged(Ranks ranks, String search, double hosts) {}

  private static final int ROUNDS_MAX = 201;
  private static final int WARM_UP_REQUESTS = 13;

  private final LongSupplier nanoClock;
  private final long budgetNanos;
  private final Cluster empty;
  private final Cluster saturated;
  private final List<Timing> timings = new ArrayList<>();
  private final List<Judged> judged = new ArrayList<>();
  private final List<Double> updates = new ArrayList<>();

  Race(int hosts, long seed, double budgetSeconds, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.budgetNanos = Math.round(budgetSeconds * 1e9);
    this.empty = PaperStates.empty(hosts);
    this.saturated = PaperStates.saturated(hosts, List.of(PaperStates.MEDIUM), seed);
    for (Ranks ranks : List.of(Ranks.SPREAD, Ranks.CHEAPEST)) {
      for (boolean indexed : List.of(true, false)) {
        var contender =
            new Contender(Scenario.SATURATED_NORMAL, saturated, "one-pass", ranks, indexed);
        judged.add(new Judged(ranks, indexed ? "index" : "scan", contender.hostsJudged()));
      }
    }
  }

  /**
   * The warm-up takes a third of the time, the rounds the rest. In a scenario the schedulers change
   * places from round to round, since whoever goes first finds the caches cold; so rounds come in
   * threes, and there are at least three.
   */
  void run(Ranks ranks, boolean indexed) {
    List<List<Contender>> scenarios = new ArrayList<>();
    for (Scenario scenario : Scenario.values()) {
      Cluster cluster = scenario.saturated() ? saturated : empty;
      scenarios.add(
          Schedulers.NAMES.stream()
              .map(name -> new Contender(scenario, cluster, name, ranks, indexed))
              .toList());
    }
    long began = nanoClock.getAsLong();
    for (int round = 0; before(began, budgetNanos / 3, round); round++) {
      scenarios.forEach(
          each -> each.forEach(contender -> contender.warmUp(WARM_UP_REQUESTS, nanoClock)));
    }
    int places = Schedulers.NAMES.size();
    for (int round = 0; round % places != 0 || before(began, budgetNanos, round); round++) {
      int first = round % places;
      for (List<Contender> each : scenarios) {
        each.subList(first, places).forEach(contender -> contender.round(nanoClock));
        each.subList(0, first).forEach(contender -> contender.round(nanoClock));
      }
    }
    scenarios.forEach(each -> each.forEach(this::take));
  }

  private void take(Contender contender) {
    timings.add(contender.timing());
    if (contender.scenario() == Scenario.SATURATED_NORMAL
        && contender.scheduler().equals("one-pass")) {
      updates.addAll(contender.updates());
    }
  }

  private boolean before(long began, long nanos, int round) {
    return round == 0 || (round < ROUNDS_MAX && nanoClock.getAsLong() - began < nanos);
  }

  List<Timing> timings() {
    return timings;
  }

  List<Judged> judged() {
    return judged;
  }

  /** Microseconds to end the victims and start the instance, indexes included. */
  Sample updates() {
    return Sample.of(updates);
  }
}
