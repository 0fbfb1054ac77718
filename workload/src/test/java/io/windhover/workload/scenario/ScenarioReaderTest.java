package io.windhover.workload.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios are read as strictly as job files: file, line, field, what was expected. */
class ScenarioReaderTest {
  private static final String CATALOGUE =
      "catalogue: {types: [{name: small, cores: 2, prices: {spot: 0.03, on-demand: 0.1}}]}\n";
  private static final String WORK = "work: {tasks: [{name: a, runtime: 3m}]}\n";

  @TempDir private Path folder;

  private Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Scenario read(String text) throws JobFileException {
    return ScenarioReader.read(write("s.yaml", text));
  }

  /** The lines that a user would see, without the folder. */
  private List<String> complaints(String text) {
    try {
      read(text);
      return List.of();
    } catch (JobFileException e) {
      return e.problems().stream()
          .map(Problem::toString)
          .map(line -> line.replace(folder + "/", ""))
          .toList();
    }
  }

  @Test
  void whatIsLeftOutHasItsDefault() throws JobFileException {
    Scenario scenario = read(CATALOGUE + WORK);

    assertThat(scenario.name()).isEqualTo("s");
    assertThat(scenario.market()).isEqualTo(new MarketChoice.Calm());
    assertThat(scenario.checkpoints()).isEqualTo(CheckpointCost.HADS);
    assertThat(scenario.deadline()).isEqualTo(new Deadline.None());
    assertThat(scenario.policy().stated()).isFalse();
    assertThat(scenario.seed()).isEqualTo(1);
    assertThat(scenario.job(5).taskCount()).isEqualTo(1);
  }

  @Test
  void aTypeIsOfferedInEachMarketThatHasAPrice() throws JobFileException {
    Scenario scenario =
        read(
            WORK
                + """
                catalogue:
                  limits: {spot: 7}
                  startUp: 2m
                  minimumCharge: 5m
                  types:
                    - name: c3.large
                      cores: 2
                      memory: 3.75GB
                      gflops: 22.09
                      prices: {spot: 0.0294, on-demand: 0.105}
                      limits: {spot: 5}
                      billedStartUp: 0s
                    - {name: big, cores: 16, prices: {on-demand: 1}}
                """);

    assertThat(scenario.catalogue().offers())
        .map(Offer::name)
        .containsExactly("c3.large/on-demand", "c3.large/spot", "big/on-demand");
    Offer spot = scenario.catalogue().offers().get(1);
    assertThat(spot.market()).isEqualTo(Market.SPOT);
    assertThat(spot.machine().pricePerHourNanos()).isEqualTo(29_400_000);
    assertThat(spot.machine().memoryBytes()).isEqualTo(3_750_000_000L);
    assertThat(spot.limit()).isEqualTo(5);
    assertThat(spot.marketLimit()).isEqualTo(7);
    assertThat(spot.startUpMillis()).isEqualTo(120_000);
    assertThat(spot.billing()).isEqualTo(new Billing(0, 300_000));
    // Where nothing else is said, all of the start-up is billed.
    assertThat(scenario.catalogue().offers().get(2).billing())
        .isEqualTo(new Billing(120_000, 300_000));
  }

  @Test
  void eventsAreCountedPerSpan() throws JobFileException {
    String market = "market: {hibernation: {hibernations: 5, resumes: 2.5, per: 30m}}\n";

    assertThat(read(CATALOGUE + WORK + market).market())
        .isEqualTo(new MarketChoice.ByChance("run", true, 0, 10, 5));
  }

  @Test
  void aDrawnBagKeepsItsOwnSeed() throws JobFileException {
    String table = "{tasks: 9, runtime: {least: 1m, mean: 2m, largest: 5m}}";
    Scenario own = read(CATALOGUE + "work: {table: " + table + ", seed: 7}\n");
    Scenario none = read(CATALOGUE + "work: {table: " + table + "}\n");

    assertThat(own.job(1)).isEqualTo(own.job(2));
    assertThat(none.job(1)).isNotEqualTo(none.job(2));
    assertThat(none.job(7).groups()).isEqualTo(own.job(1).groups());
  }

  @Test
  void aTraceMayBeInSecondsOrSpansAndMayNeverEnd() throws JobFileException {
    write("t.csv", "type,from,to\n# a remark\nsmall,90.5,2m\nsmall,5m,\n");
    Scenario scenario = read(CATALOGUE + WORK + "market: {trace: t.csv}\n");

    assertThat(((MarketChoice.Recorded) scenario.market()).outages().rows())
        .map(Outages.Row::fromMillis)
        .containsExactly(90_500L, 300_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "small,1m,3m\\nsmall,2m,4m | t.csv:3: from: small from 2m to 4m overlaps line 2, small"
            + " from 1m to 3m; expected each time of a type once",
        "small,-5,4m | t.csv:2: from: \"-5\" is before the beginning; expected 0 or later",
        "smal,1,2 | t.csv:2: type: \"smal\" is not in the catalogue; did you mean \"small\"?",
        "small,soon,2 | t.csv:2: from: \"soon\" is not a time; expected seconds like 750, or a"
            + " span like 12m30s",
        "small,9,9 | t.csv:2: to: \"9\" is not after from, \"9\"; expected a later time",
      })
  void aBadTraceIsNamedByLine(String rows, String complaint) {
    write("t.csv", "type,from,to\n" + rows.replace("\\n", "\n") + "\n");

    assertThat(complaints(CATALOGUE + WORK + "market: {trace: t.csv}\n"))
        .containsExactly(complaint);
  }

  @Test
  void aTraceNeedsItsHeader() {
    write("t.csv", "small,1,2\n");

    assertThat(complaints(CATALOGUE + WORK + "market: {trace: t.csv}\n"))
        .containsExactly(
            "t.csv:1: type: is not among the columns \"small,1,2\"; expected a header:"
                + " type,from,to");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "markt: calm | s.yaml:3: markt: is not a field of a scenario; did you mean \"market\"?",
        "market: wild | s.yaml:3: market: \"wild\" is no market; expected calm, or a map with"
            + " hibernation, termination, interruption, trace or provider",
        "market: {hibernation: {hibernations: -1, per: 1h}} | s.yaml:3:"
            + " market.hibernation.hibernations: -1 is negative; expected how many are expected,"
            + " from 0 to 1,000,000",
        "market: {hibernation: {hibernations: 1}} | s.yaml:3: market.hibernation.per: is missing;"
            + " expected a span like 35m",
        "market: {hibernation: {hibernations: 1, per: 1h, reading: rum}} | s.yaml:3:"
            + " market.hibernation.reading: \"rum\" is not known; did you mean \"run\"?",
        "deadline: 35 | s.yaml:3: deadline: 35 is not a time span; expected one like 90s, 35m or"
            + " 1h30m",
        "seed: x | s.yaml:3: seed: \"x\" is not a number; expected a whole number from 0 to"
            + " 2,147,483,647",
        "market: {trace: none.csv} | none.csv: no such file; expected a trace",
      })
  void aBadFieldIsNamed(String line, String complaint) {
    assertThat(complaints(CATALOGUE + WORK + line + "\n")).containsExactly(complaint);
  }

  @Test
  void anEmptyBagIsSaidSo() {
    assertThat(complaints(CATALOGUE + "work: {tasks: []}\n"))
        .containsExactly("s.yaml:2: work.tasks: the job has no tasks; expected at least one");
    assertThat(complaints(CATALOGUE + "work: {}\n"))
        .containsExactly("s.yaml:2: work: the bag is empty; expected job, tasks, table or stream");
  }

  @Test
  void aNegativePriceIsRefusedInTheCataloguesOwnFile() {
    write("c.yaml", "types:\n- {name: a, cores: 1, prices: {spot: -0.1}}\n");

    assertThat(complaints("catalogue: c.yaml\n" + WORK))
        .containsExactly(
            "c.yaml:2: types[0].prices.spot: -0.1 is negative; expected dollars an hour, from 0"
                + " to 1,000,000");
  }
}
