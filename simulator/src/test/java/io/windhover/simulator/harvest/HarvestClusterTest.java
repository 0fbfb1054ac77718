package io.windhover.simulator.harvest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.RegularArrival;
import io.windhover.simulator.Happening;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The clusters against what SlackSched publishes of its own (section 2.1). */
class HarvestClusterTest {
  private static final int MACHINES = 450;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final List<Long> SEEDS = List.of(1L, 2L);

  private static HarvestStatistics measured(HarvestCluster cluster, long seed) {
    return new HarvestStatistics(cluster.trace(seed, MACHINES, cluster.measuredMillis()));
  }

  private static double meanMinutes(HarvestStatistics statistics) {
    return statistics.meanIntervalMillis() / MINUTE;
  }

  @Test
  void c2ChangesAsSoonAfterAChangeAsPublished() {
    for (long seed = 1; seed <= 4; seed++) {
      HarvestStatistics c2 = measured(HarvestCluster.C2, seed);
      assertThat(c2.shareWithin(MINUTE)).isCloseTo(0.16, within(0.03));
      assertThat(c2.shareWithin(10 * MINUTE)).isCloseTo(0.40, within(0.03));
      assertThat(c2.shareWithin(HOUR)).isCloseTo(0.84, within(0.03));
      assertThat(c2.meanCores(2)).isCloseTo(15, within(2.0));
      assertThat(c2.meanCores(4)).isCloseTo(17, within(2.0));
      assertThat(c2.meanCores(8)).isCloseTo(20, within(2.0));
      for (int minimum : HarvestTraces.MINIMUMS) {
        assertThat(c2.coresPercentile(minimum, 0.1) - minimum).isLessThanOrEqualTo(3);
        // Published: 36, 38 and 39.
        assertThat(c2.coresPercentile(minimum, 0.9)).isBetween(27.0, 42.0);
      }
    }
  }

  @Test
  void restlessClustersAreAsRestlessAsPublishedAndInOrder() {
    var withinHour = new EnumMap<HarvestCluster, Double>(HarvestCluster.class);
    withinHour.put(HarvestCluster.C1, 0.93);
    withinHour.put(HarvestCluster.C2, 0.84);
    // Between the published ends of the range in equal steps.
    withinHour.put(HarvestCluster.C3, 0.81);
    withinHour.put(HarvestCluster.C4, 0.78);
    withinHour.put(HarvestCluster.C5, 0.75);
    withinHour.put(HarvestCluster.C6, 0.72);
    for (long seed : SEEDS) {
      double before = 0;
      for (HarvestCluster cluster : withinHour.keySet()) {
        HarvestStatistics statistics = measured(cluster, seed);
        String name = cluster + " from seed " + seed;
        double mean = meanMinutes(statistics);
        assertThat(mean).as(name).isBetween(23.0, 250.0).isGreaterThan(before);
        before = mean;
        assertThat(statistics.shareWithin(HOUR))
            .as(name)
            .isCloseTo(withinHour.get(cluster), within(0.04));
        assertThat(statistics.percentileMillis(0.95) / (double) HOUR).as(name).isBetween(1.1, 13.0);
        assertThat(statistics.meanChange()).as(name).isBetween(5.0, 13.0);
      }
    }
  }

  @Test
  void calmClustersAreAsCalmAsPublished() {
    for (long seed : SEEDS) {
      HarvestStatistics c7 = measured(HarvestCluster.C7, seed);
      HarvestStatistics c8 = measured(HarvestCluster.C8, seed);
      assertThat(c7.shareWithin(HOUR)).isCloseTo(0.61, within(0.03));
      assertThat(c8.shareWithin(HOUR)).isCloseTo(0.55, within(0.03));
      assertThat(meanMinutes(c7)).isBetween(7.5 * 60, 9.2 * 60);
      assertThat(meanMinutes(c8)).isBetween(8.5 * 60, 11.0 * 60).isGreaterThan(meanMinutes(c7));
      assertThat(c8.percentileMillis(0.95)).isBetween(24 * HOUR, 96 * HOUR);
      assertThat(c8.meanChange()).isBetween(5.0, 13.0);
    }
  }

  /** Section 2.1: the worst tenth change tens of times an hour, the better half once at most. */
  @Test
  void someServersAreMuchMoreRestlessThanOthers() {
    int[] changes = measured(HarvestCluster.C2, 5).hourlyChanges(4);

    assertThat(changes[changes.length / 2]).isLessThanOrEqualTo(1);
    assertThat(changes[changes.length * 9 / 10]).isGreaterThanOrEqualTo(4);
    assertThat(changes[changes.length * 999 / 1000]).isGreaterThanOrEqualTo(10);
  }

  @Test
  void windIsLikeAYearOfModelledPlants() {
    double[] share = new double[35_136];
    WindPower wind = WindPower.of(1, 0, 0);
    double change = 0;
    for (int i = 0; i < share.length; i++) {
      share[i] = wind.take();
      change += i == 0 ? 0 : Math.abs(share[i] - share[i - 1]) / (share.length - 1);
    }
    double mean = Arrays.stream(share).average().orElseThrow();
    double variance =
        Arrays.stream(share).map(s -> (s - mean) * (s - mean)).average().orElseThrow();
    double together = 0;
    for (int i = 24; i < share.length; i++) {
      together += (share[i] - mean) * (share[i - 24] - mean) / (share.length - 24);
    }

    assertThat(mean).isCloseTo(0.31, within(0.05));
    assertThat(Math.sqrt(variance)).isCloseTo(0.32, within(0.04));
    assertThat(change).isCloseTo(0.012, within(0.003));
    assertThat(together / variance).isCloseTo(0.79, within(0.06));
  }

  /** With wind alone machines go when it dies down; with power from elsewhere fewer do. */
  @Test
  void machinesOnWindComeAndGoWithIt() {
    HarvestTrace trace = HarvestTraces.underWind(HarvestCluster.WIND, 0, 1, 64, 96 * HOUR);
    HarvestTrace half = HarvestTraces.underWind(HarvestCluster.WIND, 0.5, 1, 64, 96 * HOUR);

    assertThat(trace.meanCores()).isLessThan(half.meanCores()).isGreaterThan(64);
    assertThat(new HarvestStatistics(half).evictions())
        .isLessThan(new HarvestStatistics(trace).evictions());
    assertThat(HarvestTraces.underWind(HarvestCluster.WIND, 0, 1, 64, 96 * HOUR)).isEqualTo(trace);
  }

  /** One deployment of two on an otherwise calm cluster: at most two servers see it. */
  @Test
  void recordedCustomersComeInsteadOfCampaigns() {
    ClusterSpec calm = ClusterSpec.GROUND_TRUTH;
    var pair =
        List.of(
            new RegularArrival(10 * HOUR, 2, HOUR, 1), new RegularArrival(10 * HOUR, 2, HOUR, 1));
    HarvestTrace with = HarvestTraces.replaying(pair, calm, 1, 200, 24 * HOUR);

    assertThat(HarvestTraces.replaying(pair, calm, 1, 200, 24 * HOUR)).isEqualTo(with);
    assertThat(new HarvestStatistics(with).changes().length)
        .isLessThan(
            new HarvestStatistics(HarvestTraces.of(calm, 1, 200, 24 * HOUR)).changes().length);
  }

  @Test
  void aTraceIsTheSameForTheSameSeedAndAnotherForAnother() {
    HarvestTrace trace = HarvestCluster.C1.trace(3, 64, 12 * HOUR);

    assertThat(trace.hvms()).hasSize(64);
    assertThat(HarvestCluster.C1.trace(3, 64, 12 * HOUR)).isEqualTo(trace);
    assertThat(HarvestCluster.C1.trace(4, 64, 12 * HOUR)).isNotEqualTo(trace);
  }

  @Test
  void everyStepOfATraceHappensInItsStory() {
    HarvestTrace trace = HarvestCluster.C2.trace(3, 64, 24 * HOUR);
    List<Happening> happenings = HarvestStory.happenings(trace, HarvestPrices.USUAL);

    assertThat(happenings).hasSize(trace.hvms().stream().mapToInt(h -> h.steps().size()).sum());
    assertThat(happenings)
        .filteredOn(h -> h instanceof Happening.MachineIsResized r && r.cores() == 0)
        .hasSize(new HarvestStatistics(trace).evictions())
        .isNotEmpty();
  }

  /** Worked by hand: 6 cores for half an hour, 3 for half an hour, away for one, then 9. */
  @Test
  void statisticsOfASmallTrace() {
    var hvm =
        new HarvestTrace.Hvm(
            "h",
            2,
            0,
            List.of(
                new HarvestTrace.Step(0, 6),
                new HarvestTrace.Step(30 * MINUTE, 3),
                new HarvestTrace.Step(60 * MINUTE, 0),
                new HarvestTrace.Step(120 * MINUTE, 9),
                new HarvestTrace.Step(125 * MINUTE, 10)));
    var statistics = new HarvestStatistics(new HarvestTrace(List.of(hvm), 3 * HOUR));

    assertThat(Arrays.stream(statistics.changes()).boxed()).containsExactly(-3, -3, 1);
    assertThat(Arrays.stream(statistics.intervalsMillis()).boxed())
        .containsExactly(5 * MINUTE, 30 * MINUTE);
    assertThat(statistics.evictions()).isEqualTo(1);
    assertThat(statistics.meanChange()).isCloseTo(7 / 3.0, within(1e-9));
    assertThat(statistics.shareWithin(5 * MINUTE)).isEqualTo(0.5);
    assertThat(Arrays.stream(statistics.hourlyCores(2)).boxed())
        .containsExactly(4.5, (9 * 5 + 10 * 55) / 60.0);
  }
}
