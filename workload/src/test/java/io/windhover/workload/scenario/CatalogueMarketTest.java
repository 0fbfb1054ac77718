package io.windhover.workload.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.workload.JobFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider's market may stand in its catalogue, or alone. */
class CatalogueMarketTest {
  private static final String TYPES =
      "types: [{name: small, cores: 2, prices: {spot: 0.03, on-demand: 0.1}}]\n";
  private static final MarketChoice THREE_AN_HOUR = new MarketChoice.ByChance("run", true, 0, 3, 2);

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aScenarioTakesItsCataloguesMarketUnlessItHasItsOwn() throws Exception {
    write("cloud.yaml", TYPES + "market: {hibernation: {hibernations: 3, resumes: 2, per: 1h}}\n");
    String scenario = "catalogue: cloud.yaml\nwork: {tasks: [{name: a, runtime: 3m}]}\n";

    assertThat(ScenarioReader.read(write("silent.yaml", scenario)).market())
        .isEqualTo(THREE_AN_HOUR);
    assertThat(ScenarioReader.read(write("calm.yaml", scenario + "market: calm\n")).market())
        .isEqualTo(new MarketChoice.Calm());
  }

  @Test
  void aTraceLiesBesideTheCatalogueThatNamesIt() throws Exception {
    Files.createDirectory(folder.resolve("clouds"));
    write("clouds/bad-day.csv", "type,from,to\nsmall,60,2m\n");
    Path cloud = write("clouds/cloud.yaml", TYPES + "market: {trace: bad-day.csv}\n");

    var recorded = (MarketChoice.Recorded) CatalogueReader.read(cloud).market().orElseThrow();
    assertThat(recorded.outages().rows())
        .containsExactly(new Outages.Row("small", 60_000, 120_000));
  }

  @Test
  void whatIsWrongInItIsNamedByLine() throws Exception {
    Path cloud = write("cloud.yaml", TYPES + "market: {hibernation: {resumes: 2, per: 1h}}\n");

    assertThatThrownBy(() -> CatalogueReader.read(cloud))
        .isInstanceOf(JobFileException.class)
        .hasMessage(cloud + ":2: market.hibernation.hibernations: is missing; expected how many");
  }

  @Test
  void aMarketMayStandAlone() throws Exception {
    assertThat(market("calm")).isEqualTo(new MarketChoice.Calm());
    assertThat(market("{hibernation: {hibernations: 3, resumes: 2, per: 1h}}"))
        .isEqualTo(THREE_AN_HOUR);
  }

  @Test
  void whatIsNoMarketIsRefused() {
    assertThatThrownBy(() -> market("rough"))
        .hasMessageStartingWith("--market:1: market: \"rough\" is no market; expected calm");
    assertThatThrownBy(() -> market("calm\nwork: none"))
        .hasMessage("--market:2: says more than a market; expected calm or one map");
    assertThatThrownBy(() -> market("")).isInstanceOf(JobFileException.class);
    assertThatThrownBy(() -> market("{{")).isInstanceOf(JobFileException.class);
  }

  private MarketChoice market(String text) throws JobFileException {
    return MarketText.read("--market", text, folder, List.of("small"));
  }
}
