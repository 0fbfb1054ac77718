package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans for a job whose tasks wait for others. */
final class PlanWorkflowTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples");
  private static final String JOB = EXAMPLES.resolve("workflows/alignment.yaml").toString();
  private static final String SECONDS =
      EXAMPLES.resolve("scenarios/scs-per-second.yaml").toString();

  private static Typed plan(String... more) {
    List<String> line = new ArrayList<>(List.of("plan", JOB, "--catalogue", SECONDS));
    line.addAll(List.of(more));
    return Typed.here(line.toArray(String[]::new));
  }

  private static JsonNode json(String... more) throws Exception {
    List<String> line = new ArrayList<>(List.of(more));
    line.addAll(List.of("--json", "--seeds", "4"));
    Typed typed = plan(line.toArray(String[]::new));
    assertThat(typed.exit()).as(typed.err()).isZero();
    return new JsonMapper().readTree(typed.out());
  }

  /** Fetch 2 min, align 1.5 on high-cpu, merge 1, report 1, after a start-up of 6.5. */
  @Test
  void theEarliestPossibleEndIsTheLongestChainOnTheFastestTypes() throws Exception {
    JsonNode plan = json("--deadline", "1h");

    assertThat(plan.get("earliestEndSeconds").doubleValue()).isEqualTo(12 * 60);
    assertThat(plan.at("/market/source").textValue()).isEqualTo("no_spot");
    assertThat(plan.at("/market/kind").textValue()).isEqualTo("calm");
    assertThat(plan.at("/points/0/inTime").intValue()).isEqualTo(4);
  }

  @Test
  void aDeadlineBeforeItIsRefusedAndTheEarliestEndNamed() {
    Typed typed = plan("--deadline", "11m", "--seeds", "2");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err()).contains("11m", "the earliest possible end is after 12m");
  }

  @Test
  void policiesAreSetBeside() throws Exception {
    JsonNode plan = json("--deadlines", "40m,2h", "--policies", "on-demand,bag");

    assertThat(plan.get("policy").textValue()).isEqualTo("on-demand");
    assertThat(plan.at("/besides/0/policy").textValue()).isEqualTo("bag");
    assertThat(plan.at("/besides/0/points")).hasSize(2);
    assertThat(plan("--deadlines", "40m,2h", "--policies", "on-demand,bag", "--seeds", "2").out())
        .contains("earliest possible end: 12m", "expected cost by policy:")
        .containsPattern("(?m)^deadline +on-demand +bag$");
  }

  @Test
  void withErrorsRunsDiffer() throws Exception {
    JsonNode exact = json("--deadline", "2h", "--policy", "on-demand");
    JsonNode off =
        json(
            "--deadline",
            "2h",
            "--policy",
            "on-demand",
            "--runtime-error",
            "20%",
            "--lag-error",
            "20%");

    assertThat(exact.at("/points/0/cost/standardError").doubleValue()).isZero();
    assertThat(off.at("/points/0/cost/standardError").doubleValue()).isPositive();
    assertThat(off.at("/points/0/lowerBound").doubleValue())
        .isPositive()
        .isLessThan(exact.at("/points/0/lowerBound").doubleValue());
  }

  /** A single job has nothing to learn from; who plans it knows. */
  @Test
  void whereRuntimesErrOursIsToldSo() throws Exception {
    String[] common = {"--deadline", "54m", "--seeds", "20", "--runtime-error", "20%"};
    Typed typed = plan(common);

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out())
        .contains("policy workflow (estimates: doubted)")
        .contains("20 of 20 in time");
  }

  @Test
  void aShareThatIsNoneIsBadInput() {
    Typed typed = plan("--runtime-error", "0.2");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("--runtime-error: \"0.2\" is not a share; expected one");
  }
}
