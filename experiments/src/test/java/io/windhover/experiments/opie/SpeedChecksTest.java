package io.windhover.experiments.opie;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Made-up times: a claim that holds, and the same claim broken. */
final class SpeedChecksTest {
  private static final String OVER_PLAIN =
      "one pass with victims costs at most 1.5 x our own plain scheduler at equal size";
  private static final String UNDER_RETRY =
      "one pass with victims costs less than our retry scheduler";

  /** What is made up: the median time of one scheduler in one scenario. */
  private record Key(int hosts, Scenario scenario, String scheduler, String ranks, String search) {}

  @Test
  void allHold() {
    assertThat(checks(SpeedChecksTest::fine)).hasSize(7).allMatch(Check::ok);
  }

  @Test
  void aDearOnePassBreaksBothRelations() {
    List<Check> checks =
        checks(
            key ->
                key.scheduler().equals("one-pass") && key.scenario() == Scenario.SATURATED_NORMAL
                    ? 4 * fine(key)
                    : fine(key));
    assertThat(failed(checks)).contains(OVER_PLAIN, UNDER_RETRY);
    assertThat(checks.get(0).detail()).contains("broken at 24 hosts: 3.20 times the limit");
  }

  @Test
  void aSlowMachineBreaksTheLimits() {
    assertThat(failed(checks(key -> 1000 * fine(key))))
        .contains(
            "24 hosts in at most 8 microseconds for the full scan",
            "1,000 hosts in 0.33 ms for the full scan",
            "10,000 hosts in 4.7 ms for the full scan",
            "with indexes, 100,000 hosts: median under 50 microseconds, 99th percentile under 1 ms")
        .doesNotContain(OVER_PLAIN, UNDER_RETRY);
  }

  @Test
  void anIndexDearerThanTheScanIsSeen() {
    assertThat(failed(checks(key -> key.search().equals("index") ? key.hosts() : fine(key))))
        .contains("an index costs less than the scan from 1,000 hosts on");
  }

  @Test
  void details() {
    assertThat(checks(SpeedChecksTest::fine))
        .as("no measured number in a check that passed")
        .allMatch(check -> !check.detail().contains("times the limit"))
        .allMatch(check -> !check.detail().contains(" us"));
  }

  /** Scan: 0.01 us a host, one pass 1.2 times that, retry 1.5; index: a fiftieth. */
  private static double fine(Key key) {
    boolean ending = key.scenario() == Scenario.SATURATED_NORMAL;
    double dearer = !ending ? 1 : key.scheduler().equals("retry") ? 1.5 : 1.2;
    double scan = 0.01 * key.hosts() * dearer;
    return key.search().equals("scan") ? scan : scan / 50;
  }

  private static List<String> failed(List<Check> checks) {
    return checks.stream().filter(check -> !check.ok()).map(Check::name).toList();
  }

  private static List<Check> checks(ToDoubleFunction<Key> micros) {
    List<Timing> timings = new ArrayList<>();
    for (int hosts : List.of(24, 1000, 10_000, 100_000)) {
      for (Scenario scenario : Scenario.values()) {
        for (String scheduler : List.of("one-pass", "plain", "retry")) {
          for (Ranks ranks : List.of(Ranks.SPREAD, Ranks.CHEAPEST)) {
            for (String search : List.of("index", "scan")) {
              var key = new Key(hosts, scenario, scheduler, ranks.label(), search);
              Sample sample = Sample.of(micros.applyAsDouble(key));
              timings.add(
                  new Timing(
                      hosts, scenario, scheduler, ranks.label(), search, sample, sample, sample));
            }
          }
        }
      }
    }
    return new SpeedChecks(timings).checks();
  }
}
