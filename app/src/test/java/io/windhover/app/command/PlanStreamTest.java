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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which deadline to promise for the jobs of a stream. */
final class PlanStreamTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");
  private static final String PIPELINE = EXAMPLES.resolve("stream-pipeline.yaml").toString();

  @TempDir private Path folder;

  @BeforeEach
  void writeJobs() throws Exception {
    write("short.yaml", "tasks: [{name: a, runtime: 3m}]\n");
    write("long.yaml", "tasks: [{name: a, runtime: 9m}]\n");
  }

  private String write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static Typed plan(String scenario, String... more) {
    List<String> line = new ArrayList<>(List.of("plan", "--scenario", scenario));
    line.addAll(List.of(more));
    return Typed.here(line.toArray(String[]::new));
  }

  private static JsonNode json(String scenario, String... more) throws Exception {
    List<String> options = new ArrayList<>(List.of(more));
    options.add("--json");
    Typed typed = plan(scenario, options.toArray(String[]::new));
    assertThat(typed.exit()).as(typed.err()).isZero();
    return new JsonMapper().readTree(typed.out());
  }

  /** Hours apart, each job has a VM of its own for one hour: 10 cents, and a minute to start. */
  @Test
  void theCostIsKnownExactly() throws Exception {
    JsonNode plan = json(write("three.yaml", SimulateStreamTest.THREE), "--deadlines", "3m,10m");

    assertThat(plan.get("stream").textValue()).isEqualTo("three");
    assertThat(plan.get("jobs").intValue()).isEqualTo(3);
    assertThat(plan.get("earliestEndSeconds").doubleValue()).isEqualTo(240);
    // Nothing is left to chance, so one run tells all.
    assertThat(plan.get("seeds").intValue()).isOne();
    JsonNode point = plan.at("/points/1");
    assertThat(point.get("jobs").intValue()).isEqualTo(3);
    assertThat(point.get("inTimeShare").doubleValue()).isOne();
    assertThat(point.at("/cost/mean").doubleValue()).isEqualTo(0.3);
    assertThat(point.get("costPerJob").doubleValue()).isEqualTo(0.1);
    assertThat(point.get("lowerBound").doubleValue()).isEqualTo(0.3);
    assertThat(point.get("timesBound").doubleValue()).isEqualTo(1);
    assertThat(point.at("/makespanSeconds/mean").doubleValue()).isEqualTo(240);
    assertThat(point.at("/vms/0/type").textValue()).isEqualTo("small");
    assertThat(point.at("/vms/0/count").doubleValue()).isEqualTo(3);
    assertThat(point.at("/vms/0/hours").doubleValue()).isEqualTo(3);
    assertThat(plan.at("/recommendation/deadlineSeconds").doubleValue()).isEqualTo(600);
  }

  @Test
  void aDeadlineThatCannotBeMetIsNotRun() throws Exception {
    String three = write("three.yaml", SimulateStreamTest.THREE);
    JsonNode point = json(three, "--deadlines", "3m,10m").at("/points/0");

    assertThat(point.get("possible").booleanValue()).isFalse();
    assertThat(point.get("reason").textValue())
        .isEqualTo(
            "class short: the deadline of 3m cannot be met: the earliest possible end is after 4m");
    assertThat(point.get("runs").intValue()).isZero();
    assertThat(point.get("jobs").intValue()).isZero();
    assertThat(point.get("inTimeShare").isNull()).isTrue();
    assertThat(point.get("cost").isNull()).isTrue();
    assertThat(plan(three, "--deadlines", "3m,10m").out())
        .contains("3m        impossible", "the earliest possible end is after 4m")
        .contains("Promise 10m: $0.3000 expected, 3 of 3 jobs in time; less time is not enough");
  }

  @Test
  void whenNoneCanBeMetTheExitIs3AndTheSlowestClassIsNamed() throws Exception {
    String two =
        SimulateStreamTest.THREE.replace(
                "[{job: short.yaml, deadline: 10m}]", "[{job: short.yaml}, {job: long.yaml}]")
            + "seed: 4\n";
    String file = write("two.yaml", two.replace("[0s, 3h, 6h]", "[0s, 3h, 6h, 9h, 12h, 15h]"));
    Typed typed = plan(file, "--deadlines", "1m,3m");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err())
        .isEqualTo(
            "windhover: "
                + file
                + ": none of these deadlines can be met: class long: the deadline of 3m cannot be"
                + " met: the earliest possible end is after 10m\n");
    assertThat(plan(file, "--deadline", "1h").out())
        .contains("two: a stream of 6 jobs or so (short, long), policy on-demand, 5 runs")
        .contains("every deadline is looked at for all classes alike")
        .contains("earliest possible end: 10m (long)");
  }

  @Test
  void withoutDeadlinesARangeIsLookedAtWithThatOfTheFile() throws Exception {
    String file =
        write("three.yaml", SimulateStreamTest.THREE.replace("deadline: 10m", "deadline: 11m11s"));
    List<Double> looked = new ArrayList<>();
    json(file).get("points").forEach(p -> looked.add(p.get("deadlineSeconds").doubleValue()));

    // A quarter above the earliest end of 4 minutes, to six times it.
    assertThat(looked).startsWith(300.0).endsWith(1440.0).contains(671.0).isSorted();
    assertThat(looked).hasSizeBetween(8, 13);
  }

  @Test
  void aPlanForADeadlineIsWhatSimulateComesTo() throws Exception {
    JsonNode point = json(PIPELINE, "--deadline", "1h", "--policies", "scs,greedy").at("/points/0");
    JsonNode run =
        new JsonMapper()
            .readTree(Typed.here("simulate", PIPELINE, "--policy", "scs", "--json").out());

    assertThat(point.at("/cost/mean").doubleValue())
        .isCloseTo(run.get("cost").doubleValue(), Offset.offset(1e-9));
    assertThat(point.get("lowerBound").doubleValue())
        .isCloseTo(run.get("lowerBound").doubleValue(), Offset.offset(1e-9));
    assertThat(point.get("inTime").intValue()).isEqualTo(run.get("inTime").intValue());
  }

  @Test
  void theCheapestPolicyIsMarkedAndNamed() throws Exception {
    String[] options = {"--deadlines", "1h,2h", "--policies", "greedy,scs"};
    JsonNode plan = json(PIPELINE, options);
    String text = plan(PIPELINE, options).out();
    double greedy = plan.at("/points/0/cost/mean").doubleValue();
    double scs = plan.at("/besides/0/points/0/cost/mean").doubleValue();

    assertThat(scs).isNotEqualTo(greedy);
    assertThat(text)
        .contains("expected cost by policy:", "* the cheapest of those that are sure")
        .containsPattern(scs < greedy ? "(?m)^1h +\\$\\S+ +\\* \\$" : "(?m)^1h +\\* \\$\\S+ +\\$");
    String cheapest = plan.at("/recommendation/cheapestPolicy").textValue();
    if (cheapest.equals("scs")) {
      assertThat(text).contains("Policy scs would cost less there: $");
    } else {
      assertThat(text).doesNotContain("would cost less");
    }
  }

  @Test
  void errorsMakeRunsDifferAndTheBoundLower() throws Exception {
    String[] exactly = {"--deadline", "1h", "--policy", "scs"};
    String[] roughly = {"--deadline", "1h", "--policy", "scs", "--runtime-error", "20%"};
    JsonNode exact = json(PIPELINE, exactly);
    JsonNode rough = json(PIPELINE, roughly);

    assertThat(rough.get("seeds").intValue()).isEqualTo(5);
    assertThat(rough.at("/points/0/jobs").intValue()).isEqualTo(5 * exact.get("jobs").intValue());
    assertThat(rough.at("/points/0/worstInTimeShare").doubleValue())
        .isLessThanOrEqualTo(rough.at("/points/0/inTimeShare").doubleValue());
    assertThat(rough.at("/points/0/lowerBound").doubleValue())
        .isPositive()
        .isLessThan(exact.at("/points/0/lowerBound").doubleValue());
  }

  @Test
  void aPolicyThatOnlyWarnsDoesLateWhatCannotBeInTime() throws Exception {
    String warns =
        SimulateStreamTest.THREE.replace(
            "policy: on-demand", "policy: {name: workflow, impossible: warn}");
    String stream = write("warns.yaml", warns);
    JsonNode point = json(stream, "--deadlines", "3m,10m").at("/points/0");

    assertThat(point.get("possible").booleanValue()).isFalse();
    assertThat(point.get("runs").intValue()).isOne();
    assertThat(point.get("inTime").intValue()).isZero();
    assertThat(point.at("/cost/mean").doubleValue()).isEqualTo(0.3);
    assertThat(plan(stream, "--deadline", "3m").out())
        .contains("class short: the deadline of 3m cannot be met")
        .contains("0 of 3 jobs in time; no run was in time.");
    String one = write("one.yaml", warns.replaceAll("(?s)work:.*6h\\]", "work: short.yaml"));
    assertThat(plan(one, "--deadline", "3m", "--seeds", "2").out())
        .contains("0/2", "the deadline of 3m cannot be met", "0 of 2 in time; no run was in time.");
  }

  @Test
  void tasksOfFilesWithoutARuntimeGetOne() throws Exception {
    write("short.yaml", "tasks: [{name: a, command: ./a}]\n");
    String file = write("three.yaml", SimulateStreamTest.THREE);

    assertThat(plan(file).err())
        .isEqualTo(
            "windhover: "
                + file
                + ": task a has no runtime; expected one there, or --runtime 3m for all that have"
                + " none\n");
    assertThat(json(file, "--runtime", "5m").get("earliestEndSeconds").doubleValue())
        .isEqualTo(360);
  }

  @Test
  void aPictureIsDrawnWithoutWhatIsNotKnown() throws Exception {
    Path picture = folder.resolve("three.svg");
    Typed typed =
        plan(
            write("three.yaml", SimulateStreamTest.THREE),
            "--deadlines",
            "5m,10m",
            "--out",
            picture.toString());

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("lower bound").doesNotContain("on-demand only");
    assertThat(picture).content().contains("lower bound").doesNotContain("on-demand only");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies scs,greedy,scs | --policies: \"scs\" is there twice; expected each policy once",
        "--policies match | --policies: \"match\" rents no machines; expected one that does",
        "--deadlines soon | --deadlines: \"soon\" is not a time span",
        "--seeds 0 | --seeds: must be between 1 and 100000, is 0",
      })
  void badInputIsOneLineAndExit2(String options, String why) throws Exception {
    Typed typed = plan(write("three.yaml", SimulateStreamTest.THREE), options.split(" ", -1));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).startsWith("windhover: " + why).hasLineCount(1);
  }

  @Test
  void otherTypesThanTheTasksKnowAreBadInput() {
    Typed typed = plan(PIPELINE, "--catalogue", EXAMPLES.resolve("ec2-2019.yaml").toString());

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("class pipeline: task ", ": no runtime on ").hasLineCount(1);
  }

  @Test
  void aStreamInWhichNoJobComesIsBadInput() throws Exception {
    String rare =
        SimulateStreamTest.THREE.replace("arrivals: [0s, 3h, 6h]", "jobsPerHour: 0.000001");
    String file = write("rare.yaml", rare);
    Typed typed = plan(file);

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo(
            "windhover: "
                + file
                + ": work.stream: no job comes under any seed; expected more jobsPerHour or"
                + " hours\n");
  }

  @Test
  void aScenarioInThePlaceOfAJobIsToldWhereItBelongs() {
    Typed typed = Typed.here("plan", PIPELINE);

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo(
            "windhover: %s: is a scenario; expected a job file, or --scenario %s\n"
                .formatted(PIPELINE, PIPELINE));
  }
}
