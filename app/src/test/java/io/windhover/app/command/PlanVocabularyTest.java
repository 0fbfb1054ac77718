package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deadlines that are moments, and chances of interruption as providers publish them. */
final class PlanVocabularyTest {
  @TempDir private Path folder;
  private String job = "";
  private String cloud = "";

  @BeforeEach
  void writeFiles() throws Exception {
    job = write("job.yaml", "tasks: [{name: a, count: 4, runtime: 30m}]\n");
    cloud =
        write(
            "cloud.yaml",
            """
            types:
              - {name: small, cores: 2, memory: 4GB, prices: {spot: 0.03, on-demand: 0.1}}
              - {name: large, cores: 4, memory: 8GB, prices: {spot: 0.06, on-demand: 0.2}}
            """);
  }

  private String write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private Typed plan(String file, String... more) {
    List<String> line =
        new ArrayList<>(List.of("plan", file, "--catalogue", cloud, "--seeds", "3"));
    line.addAll(List.of(more));
    return Typed.here(line.toArray(String[]::new));
  }

  private JsonNode json(String file, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of(more));
    words.add("--json");
    Typed typed = plan(file, words.toArray(String[]::new));
    assertThat(typed.exit()).as(typed.err()).isZero();
    return new JsonMapper().readTree(typed.out());
  }

  @Test
  void aTimeOfDayIsCountedFromTheTimeGiven() throws Exception {
    String[] times = {"--from", "2026-11-18T09:00Z", "--deadline", "2026-11-18T11:30Z"};
    JsonNode plan = json(job, times);

    assertThat(plan.at("/points/0/deadlineSeconds").intValue()).isEqualTo(9000);
    assertThat(plan.get("from").textValue()).startsWith("2026-11-1");
    assertThat(plan(job, times).out())
        .contains("deadlines count from 2026-11-1", "2h 30m is 2026-");
    assertThat(json(job, "--from", "09:00", "--deadline", "18:00").at("/points/0/deadlineSeconds"))
        .hasToString("32400.0");
    assertThat(json(job, "--from", "18:00", "--deadlines", "19:00..23:00").get("points"))
        .hasSizeGreaterThan(4);
    assertThat(json(job, "--deadline", "2h").get("from").isNull()).isTrue();
  }

  /** In the file it is the same for everybody, so a plan of it can be made at any time. */
  @Test
  void theJobFilesOwnMomentIsCountedToo() throws Exception {
    String due =
        write("due.yaml", "deadline: 2026-11-20T18:00Z\n" + Files.readString(Path.of(job)));

    assertThat(json(due, "--from", "2026-11-20T16:00Z").at("/points/0/deadlineSeconds"))
        .hasToString("7200.0");
    Typed late = plan(due, "--from", "2026-11-20T18:00Z");
    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err()).contains("due.yaml: deadline: 2026-11-20T", "has passed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--deadline 25:00|--deadline: \"25:00\" is no time",
        "--from yesterday|--from: \"yesterday\" is no time",
        "--interruptions often|--interruptions: \"often\" is not a share of machines",
        "--interruptions smal=5%|--interruptions: \"smal\" is not in the catalogue; did you mean",
        "--interruptions 5% --market calm|--interruptions is a market by itself",
      })
  void whatIsNotUnderstoodIsNamed(String options, String why) {
    Typed typed = plan(job, options.split(" "));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).startsWith("windhover: " + why);
  }

  @Test
  void sharesOfAMonthAreAMarket() throws Exception {
    JsonNode plan = json(job, "--deadline", "3h", "--interruptions", "5-10%/month,small=<5%");

    assertThat(plan.at("/market/kind").textValue()).isEqualTo("interruption");
    assertThat(plan.at("/market/otherShare").doubleValue()).isEqualTo(0.1);
    assertThat(plan.at("/market/shareByType/small").doubleValue()).isEqualTo(0.05);
    assertThat(plan.at("/market/noticeSeconds").doubleValue()).isEqualTo(120);
    assertThat(plan(job, "--deadline", "3h", "--interruptions", ">20%/month").out())
        .contains(
            "market: single VMs are ended with a notice of 2m, 25 % in a month, as asked for");
  }

  /** Every VM is interrupted within minutes: what is told and ended is in the table. */
  @Test
  void terminationsAndNoticesAreCountedAsHibernationsAre() throws Exception {
    String often = "{interruption: {share: 90%, per: 30m, notice: 1m}}";
    JsonNode point = json(job, "--deadline", "6h", "--market", often).at("/points/0");

    assertThat(point.get("terminations").doubleValue()).isPositive();
    assertThat(point.get("notices").doubleValue())
        .isGreaterThanOrEqualTo(point.get("terminations").doubleValue());
    assertThat(point.get("hibernations").doubleValue()).isZero();
    String out = plan(job, "--deadlines", "6h,9h", "--market", often).out();
    assertThat(out).contains("terminations  notices").doesNotContain("hibernations");
    assertThat(out.lines().filter(line -> line.startsWith("deadline ") || line.startsWith("6h ")))
        .hasSizeGreaterThan(3)
        .allMatch(line -> line.length() <= 80);
  }
}
