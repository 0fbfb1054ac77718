package io.windhover.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Placement.Refused;
import io.windhover.placement.Placement.Rejection;
import io.windhover.placement.Request.GroupRule;
import io.windhover.placement.Settings.WeightedRank;
import io.windhover.placement.VictimCosts.Term;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchedulersTest {
  private static final Size SMALL = new Size(1, 2000, 20);
  private static final Size MEDIUM = new Size(2, 4000, 40);
  private static final Size LARGE = new Size(4, 8000, 80);
  private static final Request NEW_MEDIUM = Request.normal("new", MEDIUM);

  private static Placement place(Cluster cluster, Request request, Settings settings) {
    return Schedulers.onePass(settings).place(cluster, request, 0, 1);
  }

  private static Placed placed(Cluster cluster, Request request, Settings settings) {
    return (Placed) place(cluster, request, settings);
  }

  private static Cluster hosts(int count, Host like) {
    var cluster = new Cluster();
    for (int i = 0; i < count; i++) {
      cluster.addHost(
          new Host(like.id() + i, like.size(), like.ratios(), like.traits(), like.zone()));
    }
    return cluster;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reasonsAreCountedPerFilter(boolean indexed) {
    Cluster cluster = hosts(15, Host.of("h", 4, 8000, 100));
    for (int i = 0; i < 12; i++) {
      cluster.addInstance("h" + i, Instance.normal("big" + i, new Size(1, 7000, 10), 0));
    }
    for (int i = 12; i < 15; i++) {
      cluster.addInstance("h" + i, Instance.normal("db" + i, SMALL, 0).withGroup("db"));
    }
    Request request = NEW_MEDIUM.withGroup("db", GroupRule.ANTI_AFFINITY);
    var refused = (Refused) place(cluster, request, Settings.defaults().withIndexed(indexed));
    assertThat(refused.reason()).isEqualTo("12 hosts: too little RAM, 3 hosts: anti-affinity");
    assertThat(refused.rejections())
        .containsExactly(new Rejection("too little RAM", 12), new Rejection("anti-affinity", 3));
  }

  @Test
  void anEmptyClusterSaysSo() {
    assertThat(((Refused) place(new Cluster(), NEW_MEDIUM, Settings.defaults())).reason())
        .isEqualTo("there are no hosts");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tiesAreBrokenBySeedAndReachEveryHost(boolean indexed) {
    Cluster cluster = hosts(10, Host.of("h", 4, 8000, 100));
    var scheduler = Schedulers.onePass(Settings.defaults().withIndexed(indexed));
    var chosen = new TreeSet<String>();
    for (int seed = 0; seed < 200; seed++) {
      var first = (Placed) scheduler.place(cluster, NEW_MEDIUM, 0, seed);
      var again = (Placed) scheduler.place(cluster, NEW_MEDIUM, 0, seed);
      assertThat(again.host()).isEqualTo(first.host());
      assertThat(first.total()).isZero();
      chosen.add(first.host());
    }
    assertThat(chosen).hasSize(10);
  }

  @Test
  void anExactFitFitsAndFreeSpaceCounts() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("h", 4, 8000, 100));
    cluster.addInstance("h", Instance.normal("n", MEDIUM, 0));
    assertThat(placed(cluster, NEW_MEDIUM, Settings.defaults()).victims()).isEmpty();
    // One vCPU stays free, so a small victim is enough for a medium request.
    cluster.addInstance("h", Instance.preemptible("p", SMALL, 0));
    assertThat(placed(cluster, NEW_MEDIUM, Settings.defaults()).victims()).containsExactly("p");
    assertThat(place(cluster, Request.normal("new", LARGE), Settings.defaults()))
        .isInstanceOf(Refused.class);
    assertThat(place(cluster, Request.preemptible("new", MEDIUM), Settings.defaults()))
        .isInstanceOf(Refused.class);
  }

  @Test
  void diskIsADimensionThatMayBeOversubscribed() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("tight", 8, 16000, 140));
    cluster.addInstance("tight", Instance.preemptible("p", LARGE, 0));
    Request large = Request.normal("new", LARGE);
    assertThat(placed(cluster, large, Settings.defaults()).victims()).containsExactly("p");
    cluster.addHost(Host.of("wide", 8, 16000, 140).withDiskOversubscription(2));
    cluster.addInstance("wide", Instance.preemptible("q", LARGE, 0));
    var answer = placed(cluster, large, Settings.defaults());
    assertThat(answer.host()).isEqualTo("wide");
    assertThat(answer.victims()).isEmpty();
  }

  @Test
  void roomIsBetterThanAVictimThatCostsNothing() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("full", 2, 4000, 40));
    cluster.addInstance("full", Instance.preemptible("p", MEDIUM, 0));
    cluster.addHost(Host.of("empty", 2, 4000, 40));
    for (int seed = 0; seed < 20; seed++) {
      var answer =
          (Placed) Schedulers.onePass(Settings.defaults()).place(cluster, NEW_MEDIUM, 0, seed);
      assertThat(answer.host()).isEqualTo("empty");
    }
  }

  @Test
  void affinityFollowsTheGroupOnceItHasAMember() {
    Cluster cluster = hosts(5, Host.of("h", 4, 8000, 100));
    Request request = NEW_MEDIUM.withGroup("db", GroupRule.AFFINITY);
    var first = placed(cluster, request, Settings.defaults());
    cluster.apply(first, request.started(0, 0, 0));
    var second = placed(cluster, request, Settings.defaults());
    assertThat(second.host()).isEqualTo(first.host());
    Request apart = NEW_MEDIUM.withGroup("db", GroupRule.ANTI_AFFINITY);
    assertThat(placed(cluster, apart, Settings.defaults()).host()).isNotEqualTo(first.host());
  }

  @Test
  void traitsAndZonesAreRequired() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("plain", 8, 16000, 140));
    cluster.addHost(Host.of("gpu", 8, 16000, 140).withTraits("gpu", "ssd").withZone("east"));
    assertThat(placed(cluster, NEW_MEDIUM.withTraits("gpu"), Settings.defaults()).host())
        .isEqualTo("gpu");
    assertThat(placed(cluster, NEW_MEDIUM.withZone("east"), Settings.defaults()).host())
        .isEqualTo("gpu");
    assertThat(
            ((Refused) place(cluster, NEW_MEDIUM.withZone("west"), Settings.defaults())).reason())
        .isEqualTo("2 hosts: other zone");
  }

  /** a is older and dearer, but 100 s into its third period; b is 3000 s into its first. */
  @Test
  void costsDecideWhoEnds() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("h", 4, 8000, 100));
    cluster.addInstance("h", Instance.preemptible("a", MEDIUM, -7_300_000).withPrice(3));
    cluster.addInstance("h", Instance.preemptible("b", MEDIUM, -3_000_000).withPriority(2));
    var defaults = Settings.defaults();
    assertThat(placed(cluster, NEW_MEDIUM, defaults).victims()).containsExactly("a");
    assertThat(placed(cluster, NEW_MEDIUM, defaults).victimCost()).isEqualTo(100);
    assertThat(placed(cluster, NEW_MEDIUM, defaults.withCost(VictimCosts.AGE)).victims())
        .containsExactly("b");
    var revenue = placed(cluster, NEW_MEDIUM, defaults.withCost(VictimCosts.REVENUE));
    assertThat(revenue.victims()).containsExactly("b");
    assertThat(revenue.victimCost()).isZero();
    assertThat(placed(cluster, NEW_MEDIUM, defaults.withCost(VictimCosts.PRIORITY)).victims())
        .containsExactly("a");
    assertThat(placed(cluster, NEW_MEDIUM, defaults.withCost(VictimCosts.COUNT)).victimCost())
        .isEqualTo(1);
    // a: 100 + 1000 x 3, b: 3000 + 0.
    var sum =
        VictimCosts.sum(
            List.of(new Term(VictimCosts.PERIOD, 1), new Term(VictimCosts.REVENUE, 1000)));
    assertThat(placed(cluster, NEW_MEDIUM, defaults.withCost(sum)).victims()).containsExactly("b");
  }

  /** Free RAM 8000, 4000, 0 is 1, 0.5, 0; free vCPUs 0, 3, 4 is 0, 0.75, 1: totals 1, 1.25, 1. */
  @Test
  void totalsAreSumsOfNormalisedRanks() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("a", 1, 9000, 100));
    cluster.addHost(Host.of("b", 4, 5000, 100));
    cluster.addHost(Host.of("c", 5, 1000, 100));
    var settings =
        Settings.defaults()
            .withRanks(
                new WeightedRank(HostRanks.FREE_RAM, 1), new WeightedRank(HostRanks.FREE_VCPUS, 1));
    var answer = placed(cluster, Request.normal("new", new Size(1, 1000, 1)), settings);
    assertThat(answer.host()).isEqualTo("b");
    assertThat(answer.total()).isEqualTo(1.25);
  }

  @Test
  void onlyOnePassAndRetryEndAnything() {
    var cluster = new Cluster();
    cluster.addHost(Host.of("h", 2, 4000, 40));
    cluster.addInstance("h", Instance.preemptible("p", MEDIUM, 0));
    var settings = Settings.defaults();
    assertThat(Schedulers.plain(settings).place(cluster, NEW_MEDIUM, 0, 1))
        .isInstanceOf(Refused.class);
    assertThat(((Placed) Schedulers.retry(settings).place(cluster, NEW_MEDIUM, 0, 1)).victims())
        .containsExactly("p");
    assertThat(Schedulers.named("no such", settings)).isEmpty();
  }

  @Test
  void badValuesNameFieldAndValue() {
    assertThatThrownBy(() -> new Size(-1, 0, 0)).hasMessage("vcpus: must not be negative, is -1");
    var cluster = new Cluster();
    cluster.addHost(Host.of("h", 2, 4000, 40));
    assertThatThrownBy(() -> cluster.addHost(Host.of("h", 1, 1, 1)))
        .hasMessage("id: host h is there already");
    assertThatThrownBy(() -> cluster.addInstance("h", Instance.normal("big", LARGE, 0)))
        .hasMessage("vcpus of instance big on host h: 4 is more than the host's 2");
    assertThat(cluster.instanceCount()).isZero();
  }
}
