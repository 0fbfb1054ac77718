package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulated work that fails, machines that die, and what is said of them. */
final class SimulateSetbacksTest {
  @TempDir private Path folder;

  /** A job of 3 minutes an hour, three times, tried once more when it fails. */
  private String three(String failures) throws Exception {
    Files.writeString(
        folder.resolve("job.yaml"), "tasks: [{name: a, count: 2, runtime: 3m, retries: 1}]\n");
    return scenario(
        "{stream: {classes: [{job: job.yaml, deadline: 40m}], arrivals: [0s, 1h, 2h]}}", failures);
  }

  private String one(String more) throws Exception {
    return scenario("{tasks: [{name: a, count: 2, runtime: 3m, retries: 1}]}", more);
  }

  private String scenario(String work, String more) throws Exception {
    String text =
        """
        catalogue:
          types: [{name: small, cores: 1, prices: {on-demand: 0.1}}]
        work: %s
        policy: on-demand
        %s
        """
            .formatted(work, more);
    return Files.writeString(folder.resolve("s.yaml"), text).toString();
  }

  @Test
  void jobsWhoseTasksFailForGoodAreExitThreeAndWhy() throws Exception {
    Typed typed = Typed.here("simulate", three("failures: {tasks: 100%}"));

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out())
        .contains("in time   0 of 3 jobs, 0.0 %")
        .contains(
            "not done  3 jobs: 3 with a failed task, such as job 1 (job): task a/0"
                + " failed for good, after 2 attempts\n")
        .containsPattern("setbacks  \\d+ attempts failed\n");
    Typed both =
        Typed.here(
            "simulate", three("failures: {tasks: 100%}"), "--policies", "on-demand,workflow");
    assertThat(both.out())
        .contains("on-demand, seed 1: 3 jobs not done: 3 with a failed task, such as");
  }

  @Test
  void theOnlyJobSaysWhichTaskFailed() throws Exception {
    String file = one("failures: {tasks: 100%}");
    Typed typed = Typed.here("simulate", file);

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err())
        .isEqualTo(
            "windhover: %s: policy on-demand: task a/0 failed for good, after 2 attempts\n"
                .formatted(file));
  }

  /** No machine lives through its start-up. */
  @Test
  void jobsThatNeverEndSayHowMuchIsLeft() throws Exception {
    Typed typed = Typed.here("simulate", three("failures: {vmMeanLife: 1s}"));

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out())
        .containsPattern(
            "not done  3 jobs: 3 left when the run ended, after .*, such as job 1 \\(job\\):"
                + " 2 of 2 tasks not done\n")
        .containsPattern("setbacks  [0-9,]+ VMs were lost\n");
  }

  @Test
  void setbacksThatWereMadeGoodAreCountedToo() throws Exception {
    String file = three("failures: {tasks: 30%}\nseed: 3");
    JsonNode run = new JsonMapper().readTree(Typed.here("simulate", file, "--json").out());

    assertThat(run.get("failedAttempts").intValue()).isPositive();
    assertThat(run.get("lostVms").intValue()).isZero();
    assertThat(Typed.here("simulate", three("")).out()).doesNotContain("setbacks");
  }

  @Test
  void whatTheMarketCannotDoIsNotReported() throws Exception {
    assertThat(Typed.here("simulate", one("deadline: 1h")).out())
        .doesNotContain("hibernations", "migrations", "steals", "checkpoints")
        .endsWith("$0.0117\n");
  }
}
