package io.windhover.placement;

import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Placement.Refused;
import io.windhover.placement.Question.State;
import io.windhover.placement.victims.VictimSearch;
import java.util.List;
import java.util.Optional;

/** One pass over a cluster: the host by index or scan, then the victims on that host alone. */
final class Decider {
  private final Cluster cluster;
  private final Scan scan;
  private final IndexSearch index;

  Decider(Cluster cluster) {
    this.cluster = cluster;
    this.scan = new Scan(cluster);
    this.index = new IndexSearch(cluster);
  }

  Placement decide(Request request, Settings settings, State state, long nowMillis, long seed) {
    cluster.question.ask(request, settings, state, nowMillis);
    Choice choice = choose(settings, state, seed);
    if (choice.isNone()) {
      return new Refused(choice.rejections(), choice.search());
    }
    return withVictims(choice, settings.cost());
  }

  private Choice choose(Settings settings, State state, long seed) {
    if (!settings.indexed()) {
      return scan.choose(settings, seed, "indexes are off");
    }
    Optional<Choice> indexed = index.choose(settings, state, seed);
    return indexed.isPresent()
        ? indexed.get()
        : scan.choose(settings, seed, "no index serves these filters, ranks and costs");
  }

  private Placed withVictims(Choice choice, VictimCost cost) {
    String host = cluster.hosts.host[choice.host()].id();
    cluster.question.show(choice.host());
    if (cluster.question.hasRoom()) {
      return new Placed(host, List.of(), 0, true, choice.total(), choice.search());
    }
    VictimSearch search = cluster.question.victims(cost);
    if (!search.cheapest()) {
      throw new IllegalStateException(
          "host " + host + " passed the filters but cannot take " + cluster.question.request());
    }
    int[] list = cluster.hosts.preemptibles[choice.host()];
    int[] chosen = search.chosen();
    String[] victims = new String[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      victims[i] = cluster.instances.instance[list[chosen[i]]].id();
    }
    return new Placed(
        host,
        List.of(victims),
        search.chosenCost() / 1e6,
        search.proven() && cluster.question.provenSoFar(),
        choice.total(),
        choice.search());
  }
}
