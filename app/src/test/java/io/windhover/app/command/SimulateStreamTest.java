package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of jobs through windhover simulate. */
final class SimulateStreamTest {
  private static final String PIPELINE =
      Path.of(
              System.getProperty("windhover.root", ".."),
              "examples",
              "scenarios",
              "stream-pipeline.yaml")
          .toString();

  /** A job of 3 minutes, three times, on VMs that start in 60 s and bill whole hours. */
  static final String THREE =
      """
      catalogue:
        startUp: 60s
        billingPeriod: 1h
        billedFrom: request
        types: [{name: small, cores: 1, prices: {on-demand: 0.1}}]
      work:
        stream:
          classes: [{job: short.yaml, deadline: 10m}]
          arrivals: [0s, 3h, 6h]
      policy: on-demand
      """;

  @TempDir private Path folder;

  private static JsonNode json(String... line) throws Exception {
    Typed typed = Typed.here(line);
    assertThat(typed.err()).isEmpty();
    return new JsonMapper().readTree(typed.out());
  }

  private String three(String more) throws Exception {
    Files.writeString(folder.resolve("short.yaml"), "tasks: [{name: a, runtime: 3m}]\n");
    return Files.writeString(folder.resolve("three.yaml"), THREE + more + "\n").toString();
  }

  @Test
  void aSummaryNotABlockForEachJob() {
    Typed typed = Typed.here("simulate", PIPELINE, "--policy", "on-demand");

    assertThat(typed.err()).isEmpty();
    assertThat(typed.exit()).isZero();
    assertThat(typed.out().lines().toList()).hasSizeLessThan(20);
    assertThat(typed.out())
        .startsWith("stream-pipeline: 21 jobs of 126 tasks, the last after 2h 51m; policy")
        .contains("in time   21 of 21 jobs, 100.0 %")
        .containsPattern("latest    job \\d+ \\(pipeline\\) ended .* before its deadline")
        .containsPattern("cost      \\$\\d+\\.\\d+, \\$0\\.\\d+ a job")
        .containsPattern("high-memory on-demand +\\d+ +\\d+ +\\d+\\.0 ");
  }

  @Test
  void anImpossibleDeadlineIsRefusedOrDoneLateWithAWarning() throws Exception {
    String strict = Files.readString(Path.of(three(""))).replace("10m", "10s");
    String refusing = strict.replace("policy: on-demand", "policy: workflow");
    String warning =
        strict.replace("policy: on-demand", "policy: {name: workflow, impossible: warn}");

    Typed refused =
        Typed.here("simulate", Files.writeString(folder.resolve("no.yaml"), refusing).toString());
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err()).contains("earliest possible end is after");

    Typed late =
        Typed.here("simulate", Files.writeString(folder.resolve("late.yaml"), warning).toString());
    assertThat(late.err())
        .startsWith("windhover: warning: class")
        .contains("earliest possible end");
    assertThat(late.exit()).isEqualTo(4);
  }

  /**
   * Each job takes a VM for an hour of which three minutes are work: 30 cents, a twentieth used.
   */
  @Test
  void wholeHoursArePaidForThreeMinutesOfWork() throws Exception {
    JsonNode run = json("simulate", three(""), "--json");

    assertThat(run.get("jobs").intValue()).isEqualTo(3);
    assertThat(run.get("inTime").intValue()).isEqualTo(3);
    assertThat(run.get("cost").doubleValue()).isCloseTo(0.3, Offset.offset(1e-9));
    assertThat(run.get("costPerJob").doubleValue()).isCloseTo(0.1, Offset.offset(1e-9));
    assertThat(run.get("paidHours").doubleValue()).isEqualTo(3);
    assertThat(run.get("utilisation").doubleValue()).isCloseTo(0.05, Offset.offset(1e-9));
    assertThat(run.get("launches").intValue()).isEqualTo(3);
    assertThat(run.at("/types/0/type").textValue()).isEqualTo("small");
    assertThat(run.at("/classes/0/name").textValue()).isEqualTo("short");
    JsonNode second = run.get("jobList").get(1);
    assertThat(second.get("submitted").doubleValue()).isEqualTo(10_800);
    assertThat(second.get("end").doubleValue()).isEqualTo(10_800 + 60 + 180);
    assertThat(second.get("deadline").doubleValue()).isEqualTo(10_800 + 600);
  }

  /** Three hours apart, jobs of ten minutes share no lease: each must pay for an hour. */
  @Test
  void theBoundKnowsOfWholeHours() throws Exception {
    JsonNode run = json("simulate", three(""), "--json");

    assertThat(run.get("lowerBound").doubleValue()).isCloseTo(0.3, Offset.offset(1e-9));
    assertThat(Typed.here("simulate", three("")).out())
        .contains(
            "bound     no way to be in time costs less than $0.3000; this is 1.00 times that");
  }

  @Test
  void noBoundIsNamedWhereSpotMachinesAreSold() throws Exception {
    String file = three("");
    String text = Files.readString(Path.of(file)).replace("{on-demand: 0.1}", "{spot: 0.03}");
    Files.writeString(Path.of(file), text);

    JsonNode run = json("simulate", file, "--policy", "bag", "--json");

    assertThat(run.get("lowerBound").isNull()).isTrue();
  }

  @Test
  void workflowPoliciesKeepTheDeadlinesOfAPipeline() throws Exception {
    JsonNode both = json("simulate", PIPELINE, "--policies", "scs,greedy,gain-wait", "--json");

    for (JsonNode policy : both.get("policies")) {
      assertThat(policy.get("inTimeShare").doubleValue()).isEqualTo(1);
      assertThat(policy.get("timesBound").doubleValue()).isGreaterThanOrEqualTo(1);
    }
  }

  @Test
  void theJsonHasEveryKeyOfTheContract() throws Exception {
    List<String> keys = new ArrayList<>();
    json("simulate", three(""), "--json").fieldNames().forEachRemaining(keys::add);

    assertThat(keys)
        .containsExactly(
            "scenario",
            "policy",
            "settings",
            "seed",
            "tasks",
            "jobs",
            "inTime",
            "inTimeShare",
            "undone",
            "undoneReason",
            "meanLatenessSeconds",
            "leastSlackSeconds",
            "cost",
            "costPerJob",
            "lowerBound",
            "paidHours",
            "utilisation",
            "launches",
            "releases",
            "failedAttempts",
            "lostVms",
            "hibernations",
            "terminations",
            "notices",
            "endedSeconds",
            "classes",
            "types",
            "tallies",
            "jobList");
  }

  @Test
  void policiesStandSideBySide() {
    Typed typed = Typed.here("simulate", PIPELINE, "--policies", "on-demand,hads");

    // HADS plans for one bag and knows nothing of deadlines that follow one another.
    assertThat(typed.exit()).isEqualTo(4);
    assertThat(typed.out())
        .startsWith("stream-pipeline: 21 jobs, seed 1")
        .containsPattern("(?m)^ +on-demand +hads$")
        .containsPattern("jobs in time +100\\.0 % +0\\.0 %")
        .containsPattern("beside on-demand +[+-]\\d+\\.\\d %")
        .contains("utilisation", "VM hours paid", "VMs rented", "cost a job");
  }

  @Test
  void manySeedsAreSummedUpTheSameEveryTime() throws Exception {
    String file = three("errors: {runtime: 20%, lag: 20%}");
    String once = Typed.here("simulate", file, "--seeds", "8", "--json").out();
    JsonNode json = new JsonMapper().readTree(once);

    assertThat(Typed.here("simulate", file, "--seeds", "8", "--json").out()).isEqualTo(once);
    assertThat(json.get("seeds").intValue()).isEqualTo(8);
    JsonNode runs = json.at("/policies/0/runs");
    assertThat(runs).hasSize(8);
    assertThat(runs.findValuesAsText("leastSlackSeconds")).doesNotHaveDuplicates();
    assertThat(Typed.here("simulate", file, "--seeds", "8").out())
        .contains("means of seeds 1 to 8", "p10", "p90");
  }

  /** Runtimes of 3 minutes and start-ups of one, each a fifth more or less. */
  @Test
  void errorsMoveTheEndsOfJobsAsFarAsTheyMay() throws Exception {
    JsonNode run = json("simulate", three("errors: {runtime: 20%, lag: 20%}"), "--json");

    for (JsonNode job : run.get("jobList")) {
      double took = job.get("end").doubleValue() - job.get("submitted").doubleValue();
      assertThat(took).isBetween(0.8 * 240, 1.2 * 240).isNotEqualTo(240);
    }
  }

  @Test
  void aClassThatCannotBeDoneIsSaidFirst() throws Exception {
    String file = three("");
    String text = Files.readString(Path.of(file)).replace("deadline: 10m", "deadline: 2m");
    Files.writeString(Path.of(file), text);

    Typed typed = Typed.here("simulate", file);

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err())
        .contains(
            "class short: the deadline of 2m cannot be met: the earliest possible end is after 4m");
  }

  /** What a part of the jobs cost says nothing beside the least that all of them cost. */
  @Test
  void theCostOfPartOfTheWorkIsComparedWithNothing() throws Exception {
    String file = three("failures: {tasks: 100%}");

    assertThat(Typed.here("simulate", file).out())
        .contains("no way to be in time costs less than $0.3000\n");
    String[] both = {"simulate", file, "--policies", "on-demand,workflow"};
    assertThat(Typed.here(both).out())
        .containsPattern("beside on-demand +-\\n")
        .doesNotContain("times the bound");
    JsonNode json = json("simulate", file, "--policies", "on-demand,workflow", "--json");
    assertThat(json.at("/policies/0/timesBound").isNull()).isTrue();
  }

  @Test
  void whereNoWayIsInTimeThereIsNoBound() throws Exception {
    String text =
        Files.readString(Path.of(three("")))
            .replace("10m", "10s")
            .replace("policy: on-demand", "policy: {name: workflow, impossible: warn}");
    String file = Files.writeString(folder.resolve("late.yaml"), text).toString();

    assertThat(Typed.here("simulate", file).out())
        .contains("bound     no way to do all jobs is in time\n");
    JsonNode run = new JsonMapper().readTree(Typed.here("simulate", file, "--json").out());
    assertThat(run.get("lowerBound").isNull()).isTrue();
  }

  @Test
  void nothingIsATimesABoundThatRoundsToNothing() throws Exception {
    String text = Files.readString(Path.of(three(""))).replace("0.1}", "0.000001}");
    String file = Files.writeString(folder.resolve("cheap.yaml"), text).toString();

    assertThat(Typed.here("simulate", file).out())
        .contains("no way to be in time costs less than $0.0000\n");
  }

  /** Four minutes and a little: a start-up of one, three of work. */
  @Test
  void aSlackOfAMomentIsNotRoundedAway() throws Exception {
    String text = Files.readString(Path.of(three(""))).replace("10m", "240102ms");
    String file = Files.writeString(folder.resolve("close.yaml"), text).toString();

    assertThat(Typed.here("simulate", file, "--policies", "on-demand,workflow").out())
        .containsPattern("least slack +102ms");
  }

  @Test
  void aTimelineShowsOneRun() throws Exception {
    Path picture = folder.resolve("t.svg");
    Typed typed =
        Typed.here(
            "simulate", PIPELINE, "--policies", "on-demand,hads", "--timeline", picture.toString());

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("--timeline draws one run; expected one --policy beside it");
    Typed one = Typed.here("simulate", three(""), "--timeline", picture.toString());
    assertThat(one.exit()).isZero();
    assertThat(Files.readString(picture)).contains("three, policy on-demand, seed 1: $0.3000");
  }

  @Test
  void aPartOfALongStreamCanBeDrawn() throws Exception {
    String picture = folder.resolve("t.svg").toString();
    Typed typed =
        Typed.here("simulate", three(""), "--timeline", picture, "--from", "2h", "--to", "4h");

    assertThat(typed.exit()).isZero();
    assertThat(Files.readString(Path.of(picture))).contains(">2h<", ">4h<", ">1 here<");
    assertThat(typed.err()).doesNotContain("empty");
    Typed nobody = Typed.here("simulate", three(""), "--timeline", picture, "--from", "90h");
    assertThat(nobody.exit()).isZero();
    assertThat(nobody.err())
        .contains("no VM is there from 3d 18h to 4d, so the timeline is empty; the run ends after");
    Typed backwards =
        Typed.here("simulate", three(""), "--timeline", picture, "--from", "2h", "--to", "1h");
    assertThat(backwards.exit()).isEqualTo(2);
    assertThat(backwards.err()).contains("--to: 1h is not after 2h; expected a later time");
    Typed nothingToCut = Typed.here("simulate", three(""), "--from", "2h");
    assertThat(nothingToCut.exit()).isEqualTo(2);
    assertThat(nothingToCut.err())
        .contains("--from cuts a picture and none is drawn; expected --timeline FILE.svg beside");
  }

  /** Also under seeds under which no job of the class with an order comes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theUsualPolicyFollowsFromTheClassesNotFromTheSeed(int seed) throws Exception {
    Files.writeString(folder.resolve("bag.yaml"), "tasks: [{name: a, runtime: 3m}]\n");
    Files.writeString(
        folder.resolve("chain.yaml"),
        "tasks: [{name: a, runtime: 3m}, {name: b, runtime: 3m, after: [a]}]\n");
    Path file =
        Files.writeString(
            folder.resolve("mixed.yaml"),
            """
            catalogue: {types: [{name: small, cores: 1, prices: {on-demand: 0.1}}]}
            work:
              stream:
                classes:
                  - {job: bag.yaml, deadline: 1h, weight: 99}
                  - {job: chain.yaml, deadline: 1h, weight: 1}
                arrivals: [0s, 1h]
            """);
    String[] line = {"simulate", file.toString(), "--json", "--seed", Integer.toString(seed)};

    assertThat(new JsonMapper().readTree(Typed.here(line).out()).get("policy").asText())
        .isEqualTo("workflow");
  }
}
