package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies that count on no spot machines, where there is nothing else for the work. */
class OnDemandOnlyTest {
  private static final String CHAIN =
      "{tasks: [{name: a, runtime: 1m}, {name: b, cores: 4, after: [a], runtime: 1m}]}";

  private static final String STREAM =
      "{stream: {classes: [{application: pipeline, draw: 1, deadline: 9h}],"
          + " jobsPerHour: 2, hours: 1}}";

  @TempDir private Path folder;

  private Typed simulated(String types, String work, String policy) throws Exception {
    String text = "catalogue: {types: [%s]}\nwork: %s\n".formatted(types, work);
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    return Typed.here("simulate", file.toString(), "--policy", policy);
  }

  private Typed planned(String types, String work, String policy) throws Exception {
    String text = "catalogue: {types: [%s]}\nwork: %s\n".formatted(types, work);
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    return Typed.here("plan", "--scenario", file.toString(), "--policy", policy);
  }

  private static void demandSaid(Typed typed, String why) {
    assertThat(typed.err()).endsWith(why + "\n").hasLineCount(1);
    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workflow", "scs", "scs-printed", "greedy", "gain", "gain-wait", "ic-pcp"})
  void thatNothingIsSoldOnDemandIsSaid(String policy) throws Exception {
    String types =
        "{name: micro, cores: 4, prices: {spot: 0.02}},{name: standard, cores: 1, prices: {spot:"
            + " 0.085}},{name: high-cpu, cores: 1, prices: {spot: 0.68}}, {name: high-memory,"
            + " cores: 1, prices: {spot: 0.5}}";
    String why = "policy %s rents on demand only, and nothing is sold on demand".formatted(policy);
    demandSaid(simulated(types, CHAIN, policy), why);
    demandSaid(simulated(types, STREAM, policy), why);
    demandSaid(planned(types, CHAIN, policy), why);
    demandSaid(planned(types, STREAM, policy), why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workflow", "scs", "on-demand"})
  void theTaskIsNamedThatOnlyASpotTypeHolds(String policy) throws Exception {
    String types =
        "{name: small, cores: 1, prices: {on-demand: 0.1}},"
            + "{name: big, cores: 4, prices: {spot: 0.1}}";
    demandSaid(
        simulated(types, CHAIN, policy),
        "task b needs 4 cores; the largest VM, small, has 1; policy %s rents on demand only"
            .formatted(policy));
  }

  /** What is faster but may vanish makes nothing earlier for those who do not rent it. */
  @Test
  void theEarliestEndIsThatOnDemand() throws Exception {
    String types =
        "{name: slow, cores: 4, prices: {on-demand: 0.1}},"
            + "{name: fast, cores: 4, prices: {spot: 0.1}}";
    String work = "{tasks: [{name: a, runtime: {slow: 10m, fast: 1m}}]}";

    assertThat(planned(types, work, "workflow").out()).contains("earliest possible end: 11m");
    assertThat(planned(types, work, "bag").out()).contains("earliest possible end: 2m");
  }
}
