package io.windhover.simulator.cloud;

import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.testkit.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MarketsTest {
  private static final List<String> TYPES = List.of("a", "b", "c", "d");
  private static final long HOUR_MILLIS = 3_600_000;

  /** One machine of each of these types, ready. */
  private static List<LeasedMachine> machines(String... types) {
    return spots(world(types));
  }

  private static List<LeasedMachine> spots(World world) {
    return world.machines().stream().map(machine -> LeasedMachine.of(machine, true)).toList();
  }

  private static World world(String... types) {
    World world = new World(List.of());
    List<Event> events = new ArrayList<>();
    for (String type : types) {
      var spec = new MachineSpec(type, type, List.of(), 1, 1, 1);
      events.add(new MachineChange.Ready(events.size() + 1, spec));
    }
    new Scheduler(new Plot(), world).step(new Batch(1, 0, events));
    return world;
  }

  /** The same machines with one of them frozen. */
  private static List<LeasedMachine> frozen(List<LeasedMachine> spots, int id) {
    String[] types = spots.stream().map(m -> m.spec().type()).toArray(String[]::new);
    World world = world(types);
    new Scheduler(new Plot(), world)
        .step(new Batch(2, 10, List.of(new MachineChange.Hibernated(id))));
    return spots(world);
  }

  private static PoissonMarket market(
      PoissonMarket.Reading reading, double taken, double returned, long seed) {
    return new PoissonMarket(reading, Reclaim.HIBERNATE, taken, returned, TYPES, seed);
  }

  /** Four an hour for an hour and 500 seeds: 2000, give or take three times its root. */
  @ParameterizedTest
  @EnumSource(PoissonMarket.Reading.class)
  void hibernationsComeAtTheirRate(PoissonMarket.Reading reading) {
    eventsComeAtTheirRate(reading, 4, 0);
  }

  @ParameterizedTest
  @EnumSource(PoissonMarket.Reading.class)
  void resumesComeAtTheirRate(PoissonMarket.Reading reading) {
    eventsComeAtTheirRate(reading, 0, 4);
  }

  private static void eventsComeAtTheirRate(
      PoissonMarket.Reading reading, double taken, double returned) {
    int moments = 0;
    for (long seed = 1; seed <= 500; seed++) {
      PoissonMarket market = market(reading, taken, returned, seed);
      for (; market.nextMillis() <= HOUR_MILLIS; moments++) {
        market.happen(market.nextMillis(), List.of());
      }
    }
    int processes = reading == PoissonMarket.Reading.TYPE ? TYPES.size() : 1;
    double expected = 2000.0 * processes;
    assertThat((double) moments).isCloseTo(expected, within(3 * Math.sqrt(expected)));
  }

  private static List<Long> moments(List<LeasedMachine> spots) {
    PoissonMarket market = market(PoissonMarket.Reading.RUN, 6, 6, 5);
    List<Long> moments = new ArrayList<>();
    while (market.nextMillis() <= 10 * HOUR_MILLIS) {
      moments.add(market.nextMillis());
      market.happen(market.nextMillis(), spots);
    }
    return moments;
  }

  @Test
  void theMomentsDoNotDependOnWhatIsRented() {
    assertThat(moments(machines("a", "b"))).isEqualTo(moments(List.of())).hasSizeGreaterThan(50);
  }

  /** A fresh market for each of 4000 seeds: each of four types is met first about 1000 times. */
  @Test
  void aTypeInUseIsPickedEvenly() {
    List<LeasedMachine> spots = machines("a", "b", "c", "d");
    Map<Integer, Integer> hits = new TreeMap<>();
    for (long seed = 1; seed <= 4000; seed++) {
      PoissonMarket market = market(PoissonMarket.Reading.RUN, 4, 0, seed);
      Event first = market.happen(market.nextMillis(), spots).get(0);
      hits.merge(((MachineChange.Hibernated) first).machine(), 1, Integer::sum);
    }
    // The deviation of a count is the root of 4000 x 1/4 x 3/4, 27.4.
    assertThat(hits.values()).hasSize(4).allSatisfy(n -> assertThat(n).isBetween(918, 1082));
  }

  @Test
  void outagesOfATypeMayFollowOnButNotOverlap() {
    new TraceMarket(Reclaim.HIBERNATE, List.of(new Outage("a", 0, 5), new Outage("a", 5, 9)));

    assertThatThrownBy(
            () ->
                new TraceMarket(
                    Reclaim.HIBERNATE, List.of(new Outage("a", 4, 9), new Outage("a", 0, 5))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("overlap");
  }

  @Test
  void aTypeIsNotSoldWhileItIsOffTheMarketAndItsMachinesComeBack() {
    List<LeasedMachine> spots = machines("a", "b");
    var market = new TraceMarket(Reclaim.HIBERNATE, List.of(new Outage("a", 10, 20)));

    assertThat(market.sells("a")).isTrue();
    assertThat(market.happen(10, spots)).containsExactly(new MachineChange.Hibernated(1));
    assertThat(market.sells("a")).isFalse();
    assertThat(market.sells("b")).isTrue();
    assertThat(market.nextMillis()).isEqualTo(20);
    assertThat(market.happen(20, frozen(spots, 1))).containsExactly(new MachineChange.Resumed(1));
    assertThat(market.sells("a")).isTrue();
    assertThat(market.nextMillis()).isEqualTo(Long.MAX_VALUE);
  }

  /** Told at 10, ended at 12: two events, and nothing to come back to. */
  @Test
  void afterItsNoticeAMachineIsEnded() {
    List<LeasedMachine> spots = machines("a", "b");
    var market = new TraceMarket(new Reclaim(false, 2), List.of(new Outage("b", 10, 20)));

    assertThat(market.happen(10, spots)).containsExactly(new MachineChange.Notice(2, 12));
    assertThat(market.sells("b")).isFalse();
    assertThat(market.nextMillis()).isEqualTo(12);
    assertThat(market.happen(12, spots))
        .containsExactly(new MachineChange.Lost(2, "ended by the provider"));
    assertThat(market.happen(20, machines("a"))).isEmpty();
  }

  /** Asked for and not there yet when its type goes off the market: the launch is refused. */
  @Test
  void aLaunchInFlightIsRefusedWhenItsTypeFreezes() {
    var spec = new MachineSpec("a", "a", List.of(), 1, 1, 1);
    var offer = new Offer("a/spot", Market.SPOT, spec, 5, 5, 0, 60, Billing.BY_USE);
    World world = new World(List.of(offer));
    Plot plot = new Plot().at(0, new Action.Launch(1, "a/spot"));
    new Scheduler(plot, world)
        .step(new Batch(1, 0, List.of(new Event.JobSubmitted(1, job(tasks("t", 1))))));
    var market = new TraceMarket(Reclaim.HIBERNATE, List.of(new Outage("a", 10, 20)));

    assertThat(world.machines()).hasSize(1);
    assertThat(market.happen(10, spots(world)))
        .containsExactly(new MachineChange.LaunchRefused(1, "no spot capacity for a"));
  }

  /** Told and then taken: until the notice has run out a machine works on. */
  @Test
  void whatIsCertainBeginsWithTheEndOfTheNotice() {
    List<Outage> outages = List.of(new Outage("a", 10, 20), new Outage("b", 30, 90));

    assertThat(new TraceMarket(Reclaim.HIBERNATE, outages).certainOutages(100)).isEqualTo(outages);
    assertThat(new TraceMarket(Reclaim.HIBERNATE, outages).certainOutages(30))
        .containsExactly(new Outage("a", 10, 20));
    assertThat(new TraceMarket(new Reclaim(true, 15), outages).certainOutages(100))
        .as("the notice for a is taken back before it has run out")
        .containsExactly(new Outage("b", 45, 90));
  }

  /** The type comes back before the notice has run out: nobody is ended. */
  @Test
  void aNoticeIsTakenBackWhenTheTypeReturns() {
    List<LeasedMachine> spots = machines("a");
    var market = new TraceMarket(new Reclaim(false, 50), List.of(new Outage("a", 10, 20)));
    market.happen(10, spots);

    assertThat(market.happen(20, spots)).isEmpty();
    assertThat(market.happen(60, spots)).isEmpty();
  }
}
