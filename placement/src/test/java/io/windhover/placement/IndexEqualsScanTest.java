package io.windhover.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Placement.Refused;
import io.windhover.placement.Settings.WeightedRank;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IndexEqualsScanTest {
  private static final int HISTORIES = Integer.getInteger("seeds", 150);
  private static final int STEPS = 120;

  @Test
  void overRandomHistoriesWithEveryRankThatHasAnIndex() {
    List<Settings> all = indexedSettings();
    int victims = 0;
    int refused = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      var history = new RandomHistory(seed);
      for (int step = 0; step < STEPS; step++) {
        history.step();
        Request request = history.request();
        Settings settings = all.get((seed + step) % all.size());
        Placement answer = compare(history, request, settings, "seed " + seed + " step " + step);
        victims += answer instanceof Placed placed && !placed.victims().isEmpty() ? 1 : 0;
        refused += answer instanceof Refused ? 1 : 0;
      }
    }
    // The histories reach what matters.
    assertThat(victims).isGreaterThan(HISTORIES * STEPS / 10);
    assertThat(refused).isGreaterThan(HISTORIES * STEPS / 50);
  }

  private static List<Settings> indexedSettings() {
    List<Settings> all = new ArrayList<>();
    Settings defaults = Settings.defaults();
    for (HostRank rank : HostRanks.values()) {
      all.add(defaults.withRank(rank));
    }
    all.add(defaults);
    all.add(defaults.withRanks(new WeightedRank(HostRanks.CHEAPEST_VICTIMS, 2.5)));
    all.add(defaults.withCost(VictimCosts.COUNT));
    all.add(defaults.withCost(VictimCosts.REVENUE));
    all.add(
        defaults.withRanks(
            new WeightedRank(HostRanks.FREE_RAM, 1), new WeightedRank(HostRanks.FREE_VCPUS, 1)));
    all.add(
        defaults.withRanks(
            new WeightedRank(HostRanks.FEWEST_VICTIMS, 1.5),
            new WeightedRank(HostRanks.PACK_RAM, -0.5)));
    all.add(defaults.withRanks());
    all.add(
        defaults.withFilters(HostFilters.ANTI_AFFINITY, HostFilters.RESOURCES, HostFilters.TRAITS));
    return all;
  }

  private static Placement compare(
      RandomHistory history, Request request, Settings settings, String where) {
    long seed = history.seed();
    Placement last = null;
    for (String name : Schedulers.NAMES) {
      Placement indexed = place(name, history, request, settings, seed);
      Placement scanned = place(name, history, request, settings.withIndexed(false), seed);
      assertThat(indexed.search().indexed()).as(where).isTrue();
      assertThat(scanned.search().indexed()).as(where).isFalse();
      assertThat(withoutSearch(indexed)).as(where + " " + name).isEqualTo(withoutSearch(scanned));
      last = name.equals("one-pass") ? indexed : last;
    }
    return last;
  }

  private static Placement place(
      String name, RandomHistory history, Request request, Settings settings, long seed) {
    return Schedulers.named(name, settings)
        .orElseThrow()
        .place(history.cluster, request, history.nowMillis(), seed);
  }

  private static Placement withoutSearch(Placement answer) {
    var same = new Placement.Search(true, "", 0);
    if (answer instanceof Placed p) {
      return new Placed(p.host(), p.victims(), p.victimCost(), p.provenCheapest(), p.total(), same);
    }
    return new Refused(((Refused) answer).rejections(), same);
  }

  @Test
  void otherCombinationsAreScannedAndSaySo() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("a", 2, 4000, 40));
    cluster.addInstance("a", Instance.preemptible("p", new Size(1, 2000, 20), 0));
    var request = Request.normal("new", new Size(2, 4000, 40));
    var combined =
        Settings.defaults()
            .withRanks(
                new WeightedRank(HostRanks.CHEAPEST_VICTIMS, 1),
                new WeightedRank(HostRanks.FREE_RAM, 1));
    for (Settings settings :
        List.of(
            combined,
            Settings.defaults().withCost(VictimCosts.AGE),
            Settings.defaults().withRanks(new WeightedRank(HostRanks.PERIOD, -1)))) {
      Placement answer = Schedulers.onePass(settings).place(cluster, request, 1000, 1);
      assertThat(((Placed) answer).victims()).containsExactly("p");
      assertThat(answer.search().indexed()).isFalse();
      assertThat(answer.search().why()).isEqualTo("no index serves these filters, ranks and costs");
    }
  }
}
