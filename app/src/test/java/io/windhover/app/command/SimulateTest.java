package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulateTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");

  @TempDir private Path folder;

  private String scenario(String work, String more) throws Exception {
    String text =
        """
        catalogue:
          types:
            - {name: small, cores: 2, memory: 4GB, prices: {spot: 0.03, on-demand: 0.1}}
        work: %s
        %s
        """
            .formatted(work, more);
    return Files.writeString(folder.resolve("s.yaml"), text).toString();
  }

  private static JsonNode json(String... line) throws Exception {
    Typed typed = Typed.here(line);
    assertThat(typed.err()).isEmpty();
    assertThat(typed.exit()).isZero();
    return new JsonMapper().readTree(typed.out());
  }

  private static JsonNode example(String name, String... more) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("simulate", EXAMPLES.resolve(name) + ".yaml", "--json"));
    line.addAll(List.of(more));
    return json(line.toArray(String[]::new));
  }

  /** What each example says of itself, with the policy that it names. */
  @ParameterizedTest
  @CsvSource({
    "calm, bag, 0, 0",
    "one-type-freezes, bag, 1, 0",
    "all-freeze, bag, 1, 1",
    "storm, bag, 1, 0",
    "two-minutes-notice, bag, 0, 0",
    "recorded, hads, 1, 1",
    "start-up-billed, bag, 0, 0",
    "provider, bag, 1, 0",
    "spot-advisor, bag, 0, 0",
    "annotated, bag, 0, 0"
  })
  void theExamplesDoWhatTheySay(String name, String policy, int hibernations, int onDemandVms)
      throws Exception {
    JsonNode run = example(name);

    assertThat(run.get("policy").textValue()).isEqualTo(policy);
    assertThat(run.get("deadlineMet").booleanValue()).isTrue();
    assertThat(run.get("hibernations").intValue()).isGreaterThanOrEqualTo(hibernations);
    assertThat(run.get("onDemandVms").intValue()).isGreaterThanOrEqualTo(onDemandVms);
    double cost = run.get("cost").doubleValue();
    assertThat(run.get("lowerBound").doubleValue()).isPositive().isLessThanOrEqualTo(cost);
    assertThat(cost).isLessThan(run.at("/onDemandOnlyCost/cycle").doubleValue());
  }

  @Test
  void machinesThatAreEndedAfterANoticeLoseOnlyWhatNoCheckpointHolds() throws Exception {
    JsonNode run = example("two-minutes-notice");

    assertThat(run.get("recoveries").intValue()).isPositive();
    assertThat(run.findValuesAsText("ended")).contains("lost");
  }

  /** Never less than five minutes, start-up included: a quarter of a cent for a small one. */
  @Test
  void startUpAndTheMinimumAreCharged() throws Exception {
    JsonNode run = example("start-up-billed");

    for (JsonNode vm : run.get("vms")) {
      double up = vm.get("end").doubleValue() - vm.get("start").doubleValue();
      double paid = Math.max(up + 180, 300);
      assertThat(vm.get("cost").doubleValue())
          .isCloseTo(0.03 * paid / 3600, org.assertj.core.data.Offset.offset(1e-6));
    }
  }

  /** Nothing but a spot type that is frozen from the first minute to the fourth hour. */
  private String nothingButFrozen() throws Exception {
    Files.writeString(folder.resolve("t.csv"), "type,from,to\nsmall,70s,4h\n");
    String file =
        scenario("{tasks: [{name: a, runtime: 1h}]}", "deadline: 2h\nmarket: {trace: t.csv}");
    String text = Files.readString(Path.of(file)).replace(", on-demand: 0.1", "");
    return Files.writeString(Path.of(file), text).toString();
  }

  @Test
  void doneAfterTheDeadlineIsExitFour() throws Exception {
    String file = nothingButFrozen();
    Typed typed = Typed.here("simulate", file, "--policy", "bag");

    assertThat(typed.exit()).as(typed.err()).isEqualTo(4);
    assertThat(typed.out()).contains("done after 5h, 3h AFTER THE DEADLINE");
    Typed seeds = Typed.here("simulate", file, "--policy", "bag", "--seeds", "3");
    assertThat(seeds.exit()).isEqualTo(4);
    assertThat(seeds.out()).contains("late: 3, first with seed 1");
  }

  @Test
  void workThatAPolicyLeavesUndoneIsExitThree() throws Exception {
    String file = nothingButFrozen();
    Typed typed = Typed.here("simulate", file, "--policy", "hads");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err())
        .startsWith("windhover: " + file + ": policy hads: work is left undone")
        .hasLineCount(1);
    Typed seeds = Typed.here("simulate", file, "--policy", "hads", "--seeds", "3");
    assertThat(seeds.exit()).isEqualTo(3);
    assertThat(seeds.out()).contains("not done: 3, first with seed 1: work is left undone");
  }

  @Test
  void aDeadlineThatIsATimeOfDayIsRefused() throws Exception {
    Files.writeString(
        folder.resolve("bag.yaml"),
        "deadline: 2030-01-01T00:00:00Z\ntasks: [{name: a, runtime: 3m}]\n");
    Typed typed = Typed.here("simulate", scenario("bag.yaml", "policy: bag"));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("virtual time has none; expected a span here").hasLineCount(1);
  }

  @Test
  void manySeedsAreSummedUpTheSameEveryTime() throws Exception {
    String[] more = {"--seed", "1", "--seeds", "6"};
    JsonNode many = example("storm", more);

    assertThat(many.get("late").intValue()).isZero();
    assertThat(many.get("runs")).hasSize(6);
    assertThat(many.at("/cost/p10").doubleValue())
        .isLessThanOrEqualTo(many.at("/cost/p90").doubleValue());
    assertThat(many.get("lowerBound").doubleValue())
        .isPositive()
        .isLessThanOrEqualTo(many.at("/cost/least").doubleValue());
    assertThat(example("storm", more)).isEqualTo(many);
    JsonNode third = example("storm", "--seed", "3");
    assertThat(many.at("/runs/2/cost")).isEqualTo(third.get("cost"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--seeds=0 | --seeds: 0 is out of range; expected 1 to 1,000,000",
        "--seeds=3 --timeline=x.svg | --timeline draws one run; expected no --seeds beside it",
        "--policy=hats | --policy: \"hats\" is not a policy; there are: bag, ",
        "--policies=bag,hats | --policies: \"hats\" is not a policy; there are: bag, ",
        "--policies hats | --policies: \"hats\" is not a policy; there are: bag, ",
        "--policies=bag,,hads | --policies: a name is empty; expected names with a comma",
        "--policies=bag, | --policies: a name is empty; expected names with a comma",
        "--policies , | --policies: a name is empty; expected names with a comma",
        "--policies bag,bag | --policies: \"bag\" is there twice; expected each policy once",
        "--policy= | --policy: a name is empty; expected names with a comma",
        "--seed=9223372036854775807 --seeds=2 | --seed: 9223372036854775807 is out of range for 2"
            + " seeds; expected at most 9223372036854775805",
        "--seed=9223372036854775807 | --seed: 9223372036854775807 is out of range; expected",
        "--timeline=x.pdf | --timeline: x.pdf has no ending that is known; expected a name that"
            + " ends in .svg or .png",
        "--timeline=x.gif | --timeline: x.gif has no ending that is known; expected",
        "--timeline=. | --timeline: . is a folder; expected a file",
        "--timeline=/no/x.svg | --timeline: /no/x.svg cannot be written: no such folder",
        "--timeline=/proc/x.svg | --timeline: /proc/x.svg cannot be written: its folder takes no"
            + " files",
        "--timeline=x.svg --to=10m | --to: the timeline of a single job, such as",
        "--from=10m | --from cuts a picture and none is drawn; expected --timeline FILE.svg",
        "--policy=match | --policy: \"match\" rents no machines; expected one of bag, ",
      })
  void anOptionThatIsWrongIsBadInput(String options, String why) {
    List<String> line =
        new ArrayList<>(List.of("simulate", EXAMPLES.resolve("calm.yaml").toString()));
    line.addAll(List.of(options.split(" ")));
    Typed typed = Typed.here(line.toArray(String[]::new));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).startsWith("windhover: " + why).hasLineCount(1);
  }

  /** Two tasks of an hour side by side on one machine, up for 61 minutes of which one is paid. */
  @Test
  void theJsonHasEveryKeyOfTheContract() throws Exception {
    String file = scenario("{tasks: [{name: a, count: 2, runtime: 1h}]}", "deadline: 3h");
    Typed typed = Typed.here("simulate", file, "--policy", "on-demand", "--json");

    assertThat(typed.exit()).as(typed.err()).isZero();
    JsonNode json = new JsonMapper().readTree(typed.out());
    for (String key :
        List.of(
            "makespanSeconds",
            "deadlineMet",
            "cost",
            "onDemandOnlyCost",
            "lowerBound",
            "hibernations",
            "meanHibernationSeconds",
            "resumesBeforeTrigger",
            "onDemandVms",
            "migrations",
            "stealCalls",
            "stealsSucceeded",
            "checkpoints",
            "recoveries",
            "cpuSavedSeconds",
            "vms",
            "tasks")) {
      assertThat(json.has(key)).as(key).isTrue();
    }
    assertThat(json.get("deadlineMet").booleanValue()).isTrue();
    assertThat(json.at("/migrations/idle").isInt()).isTrue();
    assertThat(json.at("/onDemandOnlyCost/cycle").isNumber()).isTrue();
    assertThat(json.at("/onDemandOnlyCost/release").isNumber()).isTrue();
    assertThat(json.get("tasks")).hasSize(2);
    assertThat(json.at("/tasks/0/attempts").intValue()).isEqualTo(1);
    double vms = 0;
    for (JsonNode vm : json.get("vms")) {
      vms += vm.get("cost").doubleValue();
    }
    assertThat(json.get("cost").doubleValue())
        .isCloseTo(vms, org.assertj.core.data.Offset.offset(1e-9));
  }

  @Test
  void theSameSeedGivesTheSameBytes() {
    String[] line = {
      "simulate", EXAMPLES.resolve("storm.yaml").toString(), "--policy", "on-demand", "--json"
    };

    assertThat(Typed.here(line).out()).isEqualTo(Typed.here(line).out());
  }

  /** Whether it can be written is tried before the run. */
  @Test
  void noPictureIsLeftOfARunThatCannotBe() throws Exception {
    String file = scenario("{tasks: [{name: a, cores: 900, runtime: 1h}]}", "deadline: 3h");
    Path picture = folder.resolve("none.svg");
    Typed typed = Typed.here("simulate", file, "--policy", "bag", "--timeline", picture.toString());

    assertThat(typed.exit()).as(typed.err()).isEqualTo(3);
    assertThat(picture).doesNotExist();
  }

  @Test
  void theTimelineIsDrawn() throws Exception {
    Path picture = folder.resolve("run.svg");
    Typed typed =
        Typed.here(
            "simulate",
            EXAMPLES.resolve("one-type-freezes.yaml").toString(),
            "--policy",
            "bag",
            "--timeline",
            picture.toString());

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(picture).content().startsWith("<svg").contains("url(#hatch)", "long/0", ">D at ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{tasks: [{name: a, runtime: 1h}]} | deadline: 30m | 3 | the deadline of 30m cannot be"
            + " met: the earliest possible end is after 1h 1m",
        "{tasks: [{name: a, runtime: 1h, cores: 9}]} | seed: 1 | 3 | task a needs 9 cores; the"
            + " largest VM, small, has 2",
        "{tasks: [{name: a, runtime: 1h, memory: 8GB}]} | seed: 1 | 3 | task a needs 7.5 GiB of"
            + " memory; the largest VM, small, has 3.7 GiB",
        "{tasks: [{name: a, runtime: 1h, requires: gpu}]} | seed: 1 | 3 | task a requires gpu,"
            + " which no VM type offers",
        "{tasks: [{name: a, command: x}]} | seed: 1 | 2 | task a: no runtime on small; a"
            + " simulation needs one",
      })
  void whatCannotBeDoneIsSaidFirst(String work, String more, int exit, String why)
      throws Exception {
    String file = scenario(work, more);
    Typed typed = Typed.here("simulate", file, "--policy", "on-demand");

    assertThat(typed.err()).isEqualTo("windhover: " + file + ": " + why + "\n");
    assertThat(typed.exit()).isEqualTo(exit);
    assertThat(typed.out()).isEmpty();
  }

  /** Only the catalogue and the work must be there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{tasks: [{name: a, runtime: 1h}]} | bag",
        "{tasks: [{name: a, runtime: 1h}, {name: b, runtime: 1h, after: [a]}]} | workflow",
      })
  void whereNoPolicyIsNamedOneThatSuitsTheWorkDecides(String work, String policy) throws Exception {
    String file = scenario(work, "deadline: 9h");

    assertThat(json("simulate", file, "--json").get("policy").asText()).isEqualTo(policy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "policy: hats | 5: policy: \"hats\" is not a policy; there are:",
        "policy: match | 5: policy: \"match\" rents no machines; expected one of bag, ",
        "policy: {name: on-demand, colour: red} | 5: policy: ",
      })
  void aPolicyThatIsNoneIsBadInput(String line, String why) throws Exception {
    String file = scenario("{tasks: [{name: a, runtime: 1h}]}", line);
    Typed typed = Typed.here("simulate", file);

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains(why).hasLineCount(1);
  }

  /** A chain of two minutes on machines that are rented by the hour, for ten cents. */
  private String chainByTheHour(String more) throws Exception {
    String text =
        """
        catalogue:
          billingPeriod: 1h
          types: [{name: small, cores: 1, prices: {on-demand: 0.1}}]
        work: {tasks: [{name: a, runtime: 1m}, {name: b, runtime: 1m, after: a}]}
        %s
        """
            .formatted(more);
    return Files.writeString(folder.resolve("chain.yaml"), text).toString();
  }

  @Test
  void theBoundOfOneWorkflowKnowsOfWholeHoursAsThatOfAPlan() throws Exception {
    String file = chainByTheHour("deadline: 30m\npolicy: workflow");
    JsonNode run = json("simulate", file, "--json");

    assertThat(run.get("lowerBound").doubleValue()).isEqualTo(0.1);
    assertThat(json("plan", "--scenario", file, "--seeds", "1", "--json").toString())
        .contains("\"lowerBound\":0.1");
    assertThat(json("simulate", file, "--policies", "workflow,scs", "--json").toString())
        .contains("\"lowerBound\":0.1,");
  }

  @Test
  void whereNoScheduleIsInTimeThereIsNoBound() throws Exception {
    String file = chainByTheHour("deadline: 1m\npolicy: {name: workflow, impossible: warn}");
    Typed typed = Typed.here("simulate", file);

    assertThat(typed.exit()).isEqualTo(4);
    assertThat(typed.out()).contains("no schedule is in time\n").doesNotContain("costs less than");
    JsonNode run = new JsonMapper().readTree(Typed.here("simulate", file, "--json").out());
    assertThat(run.get("lowerBound").isNull()).isTrue();
    Typed seeds = Typed.here("simulate", file, "--seeds", "2");
    assertThat(seeds.exit()).isEqualTo(4);
    assertThat(seeds.out()).contains("late: 2, first with seed 1", "no schedule is in time\n");
  }
}
