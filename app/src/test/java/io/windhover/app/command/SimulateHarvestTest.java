package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.workload.harvest.HarvestScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Harvest machines through windhover simulate. */
final class SimulateHarvestTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");
  private static final String RECORDED = EXAMPLES.resolve("harvest-recorded.yaml").toString();

  /** A machine of 8 cores that has 4 from minute 10 on. */
  private static final String SHRINKS = "seconds,hvm,cores,minimum\n0,a,8,2\n600,a,4,\n7200,a,4,\n";

  @TempDir private Path folder;

  private static JsonNode json(String... line) throws Exception {
    Typed typed = Typed.here(line);
    assertThat(typed.err()).isEmpty();
    return new JsonMapper().readTree(typed.out());
  }

  private String scenario(String trace, String more) throws Exception {
    Files.writeString(folder.resolve("t.csv"), trace);
    String text = "harvest: {trace: t.csv}\n" + more + "\n";
    return Files.writeString(folder.resolve("s.yaml"), text).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"harvest-small", "harvest-recorded", "harvest-annotated"})
  void examplesAreDone(String name) {
    String file = EXAMPLES.resolve(name + ".yaml").toString();

    assertThat(Typed.here("validate", file).out()).contains("scenario " + name, "harvest machines");
    Typed typed = Typed.here("simulate", file);
    assertThat(typed.err()).isEmpty();
    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).contains("mean job time", "killed attempts", "machine-hours");
  }

  @ParameterizedTest
  @ValueSource(strings = {"harvest-c2", "harvest-wind"})
  void largerExamplesAreRight(String name) {
    Typed typed = Typed.here("validate", EXAMPLES.resolve(name + ".yaml").toString());
    assertThat(typed.err()).isEmpty();
    assertThat(typed.exit()).isZero();
  }

  /**
   * Two tasks of 4 cores and 20 minutes run side by side until one is killed after 10; it begins
   * again when the other is done, after 20, and ends after 40. Used are 20 + 10 + 20 minutes of 4
   * cores, of which 10 were lost. Paid are the minimum of 2 cores at 2 cents for 40 minutes, 6
   * harvested cores at 1 cent for 10 and 2 for 30.
   */
  @Test
  void whatIsKilledCountsAsWasteAndAllIsPaidFor() throws Exception {
    String file = scenario(SHRINKS, "work: {tasks: [{name: x, count: 2, cores: 4, runtime: 20m}]}");
    JsonNode one = json("simulate", file, "--policy", "capacity", "--json").at("/policies/0");

    assertThat(one.get("meanJobSeconds").asDouble()).isEqualTo(2400);
    assertThat(one.get("killed").asInt()).isEqualTo(1);
    assertThat(one.get("waste").asDouble()).isCloseTo(0.2, Offset.offset(1e-9));
    double dollars = 2 * 0.02 * 40 / 60 + 0.01 * (6 * 10 + 2 * 30) / 60;
    assertThat(one.get("cost").asDouble()).isCloseTo(dollars, Offset.offset(1e-6));
    assertThat(one.get("machineHours").asDouble()).isCloseTo(2 / 3.0, Offset.offset(1e-9));
  }

  @Test
  void theOracleIsToldTheFuture() throws Exception {
    String file = scenario(SHRINKS, "work: {tasks: [{name: x, count: 2, cores: 4, runtime: 20m}]}");
    JsonNode one = json("simulate", file, "--policy", "oracle", "--json").at("/policies/0");

    assertThat(one.get("killed").asInt()).isZero();
    assertThat(one.get("meanJobSeconds").asDouble()).isEqualTo(2400);
  }

  @Test
  void policiesStandSideBySideOnTheSameMachinesAndJobs() throws Exception {
    Typed typed = Typed.here("simulate", RECORDED, "--policies", "slack,capacity,oracle");
    assertThat(typed.out())
        .startsWith("harvest-recorded: 1 job of 22 tasks, seed 1\n")
        .contains("4 harvest machines, ", "the oldest task is killed first", "beside slack");

    JsonNode all = json("simulate", RECORDED, "--policies", "slack,capacity", "--json");
    JsonNode alone = json("simulate", RECORDED, "--policies", "capacity", "--json");
    assertThat(all.at("/policies/1")).isEqualTo(alone.at("/policies/0"));
  }

  @Test
  void severalSeedsAreAveraged() throws Exception {
    String file = EXAMPLES.resolve("harvest-small.yaml").toString();
    JsonNode two = json("simulate", file, "--policy", "capacity", "--seeds", "2", "--json");
    List<Double> means = new ArrayList<>();
    two.at("/policies/0/runs").forEach(run -> means.add(run.get("meanJobSeconds").asDouble()));

    assertThat(means).hasSize(2).doesNotHaveDuplicates();
    assertThat(two.at("/policies/0/meanJobSeconds").asDouble())
        .isCloseTo((means.get(0) + means.get(1)) / 2, Offset.offset(1e-6));
  }

  @Test
  void thePictureShowsKillsAndCanBeCut() throws Exception {
    Path whole = folder.resolve("whole.svg");
    Path part = folder.resolve("part.svg");
    Typed.here("simulate", RECORDED, "--timeline", whole.toString());
    Typed.here("simulate", RECORDED, "--timeline", part.toString(), "--from", "1h", "--to", "90m");

    assertThat(whole).content().contains("up to 30 cores", "killed, work lost", "machine evicted");
    assertThat(part).content().contains("1h10").doesNotContain(">40m<");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "work: {tasks: [{name: x, cores: 9, runtime: 1m}]}|3|task x of s fits on no harvest"
            + " machine: it needs 9 cores",
        "work: {tasks: [{name: x, command: y}]}|2|task x has no runtime that holds for every"
            + " machine",
        "work: {harvest: {jobs: none}}|2|s.yaml:2: work.harvest.jobs: \"none\" is not a number",
      })
  void whatCannotBeDoneIsOneLine(String work, int exit, String said) throws Exception {
    Typed typed = Typed.here("simulate", scenario(SHRINKS, work), "--policy", "capacity");

    assertThat(typed.exit()).isEqualTo(exit);
    assertThat(typed.err().strip()).contains(said).hasLineCount(1);
  }

  @Test
  void policiesThatAreNotForHarvestMachinesAreNamed() throws Exception {
    Typed bag = Typed.here("simulate", RECORDED, "--policy", "bag");
    assertThat(bag.exit()).isEqualTo(2);
    assertThat(bag.err()).contains("--policy: \"bag\" is no policy for harvest machines; ");
    Typed several = Typed.here("simulate", RECORDED, "--policies", "slack,nope");
    assertThat(several.exit()).isEqualTo(2);
    assertThat(several.err()).contains("--policies: \"nope\" is no policy for harvest machines; ");

    String file =
        scenario(
            SHRINKS,
            """
            work: {tasks: [{name: x, runtime: 1m}]}
            policy: {name: slack, machines: 5}
            """);
    Typed rents = Typed.here("simulate", file);
    assertThat(rents.exit()).isEqualTo(2);
    assertThat(rents.err()).contains("s.yaml:3: policy: machines can be rented only in C1 to C8");
  }

  @Test
  void aPolicyMayRentItsMachinesInTheCluster() throws Exception {
    String text =
        """
        harvest: {cluster: C1, machines: 6, hours: 24}
        work: {harvest: {jobs: 2, tasks: 3, cores: 2}}
        policy: {name: slack, machines: 4}
        """;
    Path file = Files.writeString(folder.resolve("rents.yaml"), text);
    JsonNode one = json("simulate", file.toString(), "--json").at("/policies/0");

    assertThat(one.at("/runs/0/undone").asInt()).isZero();
    assertThat(one.get("cost").asDouble()).isPositive();
    assertThat(Typed.here("simulate", file.toString()).out())
        .containsPattern(
            "\\n\\d+ harvest machines rented in C1, the newest task is killed first\\n");
  }

  /** Six machines of C1 have seldom 60 cores, but a whole server can be rented. */
  @ParameterizedTest
  @CsvSource({"60,0", "65,3"})
  void whatCanBeRentedCountsNotTheTrace(int cores, int exit) throws Exception {
    String text =
        """
        harvest: {cluster: C1, machines: 1, hours: 2}
        work: {tasks: [{name: x, cores: %d, runtime: 1m}]}
        policy: {name: capacity, machines: 400}
        """;
    Path file = Files.writeString(folder.resolve("rents.yaml"), text.formatted(cores));
    Typed typed = Typed.here("simulate", file.toString());

    assertThat(typed.exit()).as(typed.err()).isEqualTo(exit);
    String said = exit == 0 ? "" : "fits on no harvest machine that can be rented: it needs 65";
    assertThat(typed.err()).contains(said);
  }

  @Test
  void oneMachineIsNotSeveral() throws Exception {
    String file = scenario(SHRINKS, "work: {tasks: [{name: x, runtime: 1m}]}");
    assertThat(Typed.here("simulate", file, "--policy", "capacity").out())
        .contains("\n1 harvest machine, 4 cores on average, ");
  }

  @Test
  void aPartOfThePictureInWhichNothingHappensIsWarnedOf() throws Exception {
    String file = scenario(SHRINKS, "work: {tasks: [{name: x, runtime: 1m}]}");
    String picture = folder.resolve("x.svg").toString();
    String[] line = {
      "simulate", file, "--policy", "capacity", "--timeline", picture, "--from", "1h", "--to", "2h"
    };
    Typed typed = Typed.here(line);

    assertThat(typed.exit()).isZero();
    assertThat(typed.err())
        .isEqualTo(
            "windhover: warning: no VM is there from 1h to 2h, so the timeline is empty; the run"
                + " ends after 1m\n");
    line[7] = "30s";
    line[9] = "2m";
    assertThat(Typed.here(line).err()).isEmpty();
  }

  @Test
  void aMachineThatTheScenarioDoesNotNameIsRefused() throws Exception {
    Files.writeString(folder.resolve("t.csv"), "seconds,hvm,cores\n0,a,8\n60,b,4\n");
    String text =
        "harvest: {trace: t.csv, machines: [a]}\nwork: {tasks: [{name: x, runtime: 1m}]}\n";
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    Typed typed = Typed.here("simulate", file.toString(), "--policy", "capacity");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .contains("t.csv:3: hvm: unknown harvest machine \"b\"; ")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "plan --scenario", "plan --seeds 3"})
  void planSaysThatItCannot(String words) {
    List<String> line = new ArrayList<>(List.of(words.split(" ")));
    line.add(RECORDED);
    Typed typed = Typed.here(line.toArray(String[]::new));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .contains(RECORDED + ": is a scenario of harvest machines, which cannot be planned for; ")
        .contains("type windhover simulate " + RECORDED)
        .hasLineCount(1);
  }

  @Test
  void clustersHaveTheirNames() {
    List<String> names = new ArrayList<>();
    for (HarvestCluster cluster : HarvestCluster.values()) {
      names.add(cluster.name());
    }
    names.add(HarvestCluster.WIND.name());
    assertThat(HarvestScenario.CLUSTERS).isEqualTo(names);
  }

  @Test
  void aTraceIsMadeThatCanBeReadAgain() throws Exception {
    Path csv = folder.resolve("t.csv");
    String[] line = {
      "generate", "harvest", "--cluster", "C1", "--machines", "5", "--hours", "6", "--seed", "4"
    };
    Typed made = Typed.here(line);
    Files.writeString(csv, made.out());

    assertThat(made.err()).isEmpty();
    assertThat(made.out()).startsWith("seconds,hvm,cores,minimum,memory_gb\n0,hvm1,");
    assertThat(Typed.here(line).out()).isEqualTo(made.out());
    Typed facts = Typed.here("generate", "harvest", "--trace", csv.toString(), "--statistics");
    assertThat(facts.out()).contains("5 harvest machines over 6 h", "mean change, cores");
    Typed published = Typed.here("generate", "harvest", "--statistics", "--machines", "6");
    assertThat(published.out()).containsPattern("within an hour +\\d+ % +84 %");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--cluster C0|--cluster: \"C0\" is not known; ",
        "--machines 0|--machines: 0 is out of range; expected 1 to 1,000",
        "--hours 0|--hours: 0.0 is out of range; expected more than 0, up to 10,000",
        "--trace x.csv|--trace: has been written already; expected --statistics beside it",
      })
  void badWishesForATraceAreOneLine(String words, String said) {
    Typed typed = Typed.here(("generate harvest " + words).split(" "));
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err().strip()).startsWith("windhover: " + said).hasLineCount(1);
  }
}
