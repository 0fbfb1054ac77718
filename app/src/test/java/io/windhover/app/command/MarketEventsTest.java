package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a market can do to spot VMs is told by every command, of bags and of streams; what it cannot
 * do is left out. JSON has all of it always.
 */
final class MarketEventsTest {
  private static final String ENDS = "{interruption: {share: 90%, per: 1h, notice: 2m}}";
  private static final String FREEZES = "{hibernation: {hibernations: 6, resumes: 6, per: 1h}}";

  @TempDir private Path folder;

  @BeforeEach
  void aJobOfSixHalfHours() throws Exception {
    Files.writeString(
        folder.resolve("job.yaml"), "tasks: [{name: a, count: 6, runtime: 30m, retries: 9}]\n");
  }

  private String scenario(String work, String market) throws Exception {
    String text =
        """
        catalogue:
          startUp: 60s
          types: [{name: small, cores: 1, prices: {spot: 0.03, on-demand: 0.1}}]
          limits: {spot: 8, on-demand: 8}
        %s
        work: {%s}
        policy: bag
        """
            .formatted(market.isEmpty() ? "" : "market: " + market, work);
    return Files.writeString(folder.resolve("s.yaml"), text).toString();
  }

  private String stream(String market) throws Exception {
    return scenario(
        "stream: {classes: [{job: job.yaml, deadline: 6h}], arrivals: [0s, 2h, 4h, 6h]}", market);
  }

  private String bag(String market) throws Exception {
    return scenario("job: job.yaml", market);
  }

  private static JsonNode json(String... line) throws Exception {
    Typed typed = Typed.here(line);
    assertThat(typed.err()).isEmpty();
    return new JsonMapper().readTree(typed.out());
  }

  @Test
  void aStreamTellsOfTerminationsAndNotices() throws Exception {
    String file = stream(ENDS);
    JsonNode run = json("simulate", file, "--json");

    assertThat(run.get("terminations").intValue()).isPositive();
    assertThat(run.get("notices").intValue())
        .isGreaterThanOrEqualTo(run.get("terminations").intValue());
    assertThat(run.get("hibernations").intValue()).isZero();
    assertThat(Typed.here("simulate", file).out())
        .containsPattern(
            "(?m)^market +%d terminations?, %d notices?$"
                .formatted(run.get("terminations").intValue(), run.get("notices").intValue()));
    assertThat(Typed.here("simulate", file, "--policies", "bag,on-demand").out())
        .containsPattern("(?m)^terminations +\\d+ +0$")
        .containsPattern("(?m)^notices +\\d+ +0$")
        .doesNotContain("hibernations");
    JsonNode second = json("simulate", file, "--seeds", "2", "--json").at("/policies/0/runs/1");
    assertThat(second.get("terminations").intValue()).isPositive();
  }

  @Test
  void thePictureOfAStreamHasAMarkForEachOfThem() throws Exception {
    Path ends = folder.resolve("ends.svg");
    Typed.here("simulate", stream(ENDS), "--timeline", ends.toString());
    assertThat(ends)
        .content()
        .contains(">notice<", ">VM lost<", ">small spot<")
        .doesNotContain(">hibernated<");

    Path freezes = folder.resolve("freezes.svg");
    Typed.here("simulate", stream(FREEZES), "--timeline", freezes.toString());
    assertThat(freezes)
        .content()
        .contains(">hibernated<", "url(#hatch)")
        .doesNotContain(">notice<", ">VM lost<");
  }

  @Test
  void aStreamWhoseVmsFreezeTellsOfHibernationsOnly() throws Exception {
    assertThat(Typed.here("simulate", stream(FREEZES)).out())
        .containsPattern("(?m)^market +\\d+ hibernations?$");
    assertThat(Typed.here("simulate", stream(FREEZES), "--seeds", "2").out())
        .containsPattern("(?m)^hibernations +\\d")
        .doesNotContain("terminations", "notices");
  }

  @Test
  void aCalmMarketIsNotWorthAWord() throws Exception {
    for (String file : new String[] {stream("calm"), bag("calm")}) {
      for (String seeds : new String[] {"1", "2"}) {
        assertThat(Typed.here("simulate", file, "--seeds", seeds).out())
            .doesNotContain("hibernations", "terminations", "notices", "market ");
      }
    }
    JsonNode run = json("simulate", stream("calm"), "--json");
    assertThat(run.get("hibernations").intValue() + run.get("notices").intValue()).isZero();
  }

  @Test
  void bagsAndPlansFollowTheSameRule() throws Exception {
    assertThat(Typed.here("simulate", bag(ENDS), "--seeds", "2").out())
        .contains("terminations of VMs", "notices")
        .doesNotContain("hibernations");
    assertThat(Typed.here("simulate", bag(FREEZES), "--seeds", "2").out())
        .contains("hibernations of VMs")
        .doesNotContain("terminations", "notices");
    assertThat(plan(bag(FREEZES))).contains("hibernations").doesNotContain("terminations");
    assertThat(plan(bag(ENDS))).contains("terminations  notices").doesNotContain("hibernations");
    assertThat(plan(stream(ENDS))).contains("terminations  notices");
    assertThat(plan(bag("calm"))).doesNotContain("hibernations", "terminations", "notices");
  }

  /** The table of a plan, without the line that says what the market is. */
  private static String plan(String file) {
    Typed typed = Typed.here("plan", "--scenario", file, "--deadlines", "6h,9h", "--seeds", "2");
    assertThat(typed.err()).isEmpty();
    return typed.out().replaceFirst("(?m)^market: .*$", "");
  }
}
