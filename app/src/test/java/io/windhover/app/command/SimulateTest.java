package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calm",
        "one-type-freezes",
        "all-freeze",
        "storm",
        "two-minutes-notice",
        "recorded",
        "start-up-billed",
        "annotated"
      })
  void theExamplesCanBeDone(String name) {
    Typed typed = Typed.here("simulate", EXAMPLES.resolve(name) + ".yaml", "--policy", "on-demand");

    assertThat(typed.err()).isEmpty();
    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).startsWith(name + ": ").contains("before the deadline");
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

  @Test
  void theTimelineIsDrawn() throws Exception {
    Path picture = folder.resolve("run.svg");
    Typed typed =
        Typed.here(
            "simulate",
            EXAMPLES.resolve("one-type-freezes.yaml").toString(),
            "--policy",
            "spot-no-hibernation",
            "--timeline",
            picture.toString());

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(picture).content().startsWith("<svg").contains("url(#hatch)", "long/0", ">D<");
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "policy: hats | 5: policy: \"hats\" is not a policy; there are:",
        "policy: match | 5: policy: \"match\" rents no machines; expected one that does",
        "policy: {name: on-demand, colour: red} | 5: policy: ",
        "seed: 1 |  policy: is missing; expected one, here or as --policy",
      })
  void aPolicyThatIsNoneIsBadInput(String line, String why) throws Exception {
    String file = scenario("{tasks: [{name: a, runtime: 1h}]}", line);
    Typed typed = Typed.here("simulate", file);

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains(why).hasLineCount(1);
  }
}
