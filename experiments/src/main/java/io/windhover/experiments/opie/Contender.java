package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Sample;
import io.windhover.placement.Cluster;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.generate.PaperStates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A scheduler in one scenario under the stopwatch. Each request meets the same state, a minute
 * after the one before: what was placed and ended is undone outside the timed part.
 */
final class Contender {
  static final int REQUESTS = 130;
  private static final long MINUTE_MILLIS = 60_000;

  private final Scenario scenario;
  private final Cluster cluster;
  private final PlacementScheduler scheduler;
  private final Ranks ranks;
  private final String search;
  private final Request request;
  private final List<double[]> rounds = new ArrayList<>();
  private final List<Double> updates = new ArrayList<>();

  Contender(Scenario scenario, Cluster cluster, String name, Ranks ranks, boolean indexed) {
    this.scenario = scenario;
    this.cluster = cluster;
    this.ranks = ranks;
    this.search = indexed ? "index" : "scan";
    this.scheduler = Schedulers.named(name, ranks.settings().withIndexed(indexed)).orElseThrow();
    this.request =
        scenario.preemptible()
            ? Request.preemptible("new", PaperStates.MEDIUM)
            : Request.normal("new", PaperStates.MEDIUM);
  }

  /** Some requests that are not counted. */
  void warmUp(int requests, LongSupplier nanoClock) {
    for (int i = 0; i < requests; i++) {
      once(i, nanoClock);
    }
    updates.clear();
  }

  void round(LongSupplier nanoClock) {
    double[] micros = new double[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      micros[i] = once(i, nanoClock);
    }
    rounds.add(micros);
  }

  private double once(int number, LongSupplier nanoClock) {
    long nowMillis = number * MINUTE_MILLIS;
    long began = nanoClock.getAsLong();
    Placement answer = scheduler.place(cluster, request, nowMillis, number);
    long ended = nanoClock.getAsLong();
    if (answer instanceof Placed placed) {
      applyAndUndo(placed, nowMillis, nanoClock);
    }
    return (ended - began) / 1e3;
  }

  private void applyAndUndo(Placed placed, long nowMillis, LongSupplier nanoClock) {
    List<Instance> victims =
        placed.victims().stream().map(id -> cluster.instance(id).orElseThrow()).toList();
    Instance instance = request.started(nowMillis, 0, 0);
    long began = nanoClock.getAsLong();
    cluster.apply(placed, instance);
    updates.add((nanoClock.getAsLong() - began) / 1e3);
    Instance undone = cluster.removeInstance(instance.id());
    if (!undone.equals(instance)) {
      throw new IllegalStateException("another instance was placed: " + undone);
    }
    victims.forEach(victim -> cluster.addInstance(placed.host(), victim));
  }

  /** How many hosts were looked at one by one, on average; not timed and not applied. */
  double hostsJudged() {
    long sum = 0;
    for (int i = 0; i < REQUESTS; i++) {
      sum += scheduler.place(cluster, request, i * MINUTE_MILLIS, i).search().hostsJudged();
    }
    return (double) sum / REQUESTS;
  }

  Timing timing() {
    double[] perRequest = new double[REQUESTS];
    double[] least = new double[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      int number = i;
      Sample ofRounds = Sample.of(rounds.stream().map(round -> round[number]).toList());
      perRequest[i] = ofRounds.median();
      least[i] = ofRounds.percentile(0);
    }
    double[] every = rounds.stream().flatMapToDouble(Arrays::stream).toArray();
    return new Timing(
        cluster.hostCount(),
        scenario,
        scheduler.name(),
        ranks.label(),
        search,
        Sample.of(perRequest),
        Sample.of(least),
        Sample.of(every));
  }

  List<Double> updates() {
    return updates;
  }

  Scenario scenario() {
    return scenario;
  }

  String scheduler() {
    return scheduler.name();
  }
}
