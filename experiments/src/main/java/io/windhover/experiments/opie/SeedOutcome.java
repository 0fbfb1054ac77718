package io.windhover.experiments.opie;

import io.windhover.placement.Cluster;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Size;
import io.windhover.placement.generate.PaperStates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The decisions of all schedulers and ranks about the same requests on one saturated cluster. */
final class SeedOutcome {
  private static final long MINUTE_MILLIS = 60_000;
  private static final List<Size> SIZES =
      List.of(PaperStates.SMALL, PaperStates.MEDIUM, PaperStates.LARGE);

  /** Every so many requests brute force is asked too. */
  private static final int BRUTE_EVERY = 10;

  /** What one scheduler with one rank did. */
  static final class Tally {
    int requests;
    int refused;
    int saved;
    int ending;
    double ended;
    double small;
    double medium;
    double large;
    double minutes;
    double revenue;

    double perRequest(double sum) {
      return sum / Math.max(1, requests - refused);
    }

    double percent(int count) {
      return 100.0 * count / requests;
    }

    void add(Placement answer, Cluster cluster) {
      requests++;
      if (!(answer instanceof Placed placed)) {
        refused++;
        return;
      }
      ending += placed.victims().isEmpty() ? 0 : 1;
      ended += placed.victims().size();
      minutes += placed.victimCost() / 60;
      for (String id : placed.victims()) {
        Instance victim = cluster.instance(id).orElseThrow();
        small += victim.size().equals(PaperStates.SMALL) ? 1 : 0;
        medium += victim.size().equals(PaperStates.MEDIUM) ? 1 : 0;
        large += victim.size().equals(PaperStates.LARGE) ? 1 : 0;
        revenue += victim.pricePerHour();
      }
    }
  }

  private final Cluster cluster;
  private final Map<String, Tally> tallies = new LinkedHashMap<>();
  private int dearer;
  private int wronglyRefused;
  private int retryDiffers;
  private long bruteDecisions;
  private long bruteHosts;
  private long bruteWrong;

  private SeedOutcome(Cluster cluster) {
    this.cluster = cluster;
    Ranks.ALL.forEach(ranks -> tallies.put("one-pass " + ranks.label(), new Tally()));
    tallies.put("retry " + Ranks.CHEAPEST.label(), new Tally());
    tallies.put("plain " + Ranks.CHEAPEST.label(), new Tally());
  }

  static SeedOutcome of(int hosts, long seed, boolean bruteForce) {
    var outcome = new SeedOutcome(PaperStates.saturated(hosts, SIZES, seed));
    var chance = new SplittableRandom(seed ^ 0x5eedL);
    for (int i = 0; i < Outcomes.REQUESTS; i++) {
      Request request = Request.normal("r" + i, SIZES.get(chance.nextInt(SIZES.size())));
      long nowMillis = i * MINUTE_MILLIS;
      Placement answer = outcome.decide(request, nowMillis, chance.nextLong());
      if (bruteForce && i % BRUTE_EVERY == 0) {
        outcome.compare(answer, request.size(), nowMillis);
      }
    }
    return outcome;
  }

  /** Returns what the default decides. */
  private Placement decide(Request request, long nowMillis, long seed) {
    Placement usual = ask("one-pass", Ranks.CHEAPEST, request, nowMillis, seed);
    for (Ranks ranks : Ranks.ALL.subList(1, Ranks.ALL.size())) {
      Placement other = ask("one-pass", ranks, request, nowMillis, seed);
      dearer += cost(usual) > cost(other) ? 1 : 0;
    }
    Placement retry = ask("retry", Ranks.CHEAPEST, request, nowMillis, seed);
    retryDiffers += cost(retry) == cost(usual) ? 0 : 1;
    Placement plain = ask("plain", Ranks.CHEAPEST, request, nowMillis, seed);
    if (plain instanceof Placement.Refused && usual instanceof Placed) {
      tally("plain", Ranks.CHEAPEST.label()).saved++;
    }
    if (usual instanceof Placement.Refused && fitsSomewhere(request.size())) {
      wronglyRefused++;
    }
    return usual;
  }

  private Placement ask(String scheduler, Ranks ranks, Request request, long nowMillis, long seed) {
    Placement answer =
        Schedulers.named(scheduler, ranks.settings())
            .orElseThrow()
            .place(cluster, request, nowMillis, seed);
    tally(scheduler, ranks.label()).add(answer, cluster);
    return answer;
  }

  private static double cost(Placement answer) {
    return answer instanceof Placed placed ? placed.victimCost() : Double.POSITIVE_INFINITY;
  }

  private boolean fitsSomewhere(Size size) {
    return cluster.hosts().stream()
        .map(host -> cluster.normalState(host.id()))
        .anyMatch(
            free ->
                free.vcpus() >= size.vcpus()
                    && free.ramMb() >= size.ramMb()
                    && free.diskGb() >= size.diskGb());
  }

  private void compare(Placement answer, Size size, long nowMillis) {
    var bruteForce = new BruteForce(cluster, nowMillis);
    long expected = bruteForce.cheapestMillis(size);
    long ours =
        answer instanceof Placed placed
            ? Math.round(placed.victimCost() * 1000)
            : BruteForce.IMPOSSIBLE;
    bruteDecisions++;
    bruteHosts += bruteForce.hostsTried();
    bruteWrong += expected == ours ? 0 : 1;
  }

  Tally tally(String scheduler, String rank) {
    Tally tally = tallies.get(scheduler + " " + rank);
    if (tally == null) {
      throw new IllegalArgumentException("not compared: " + scheduler + " with " + rank);
    }
    return tally;
  }

  int dearer() {
    return dearer;
  }

  int wronglyRefused() {
    return wronglyRefused;
  }

  int retryDiffers() {
    return retryDiffers;
  }

  long bruteDecisions() {
    return bruteDecisions;
  }

  long bruteHosts() {
    return bruteHosts;
  }

  long bruteWrong() {
    return bruteWrong;
  }
}
