package io.windhover.experiments.hads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.experiments.opie.Opie;
import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job of three tasks in the authors' format. Type a has one core and may be rented once; b has
 * two and is sold on demand only. The shortest task takes 50 s on a, so D_spot = D - 50 s.
 *
 * <ul>
 *   <li>D = 250 s: spot a runs tasks 1, 2 (more memory) and 0 up to 200 s, which is just D_spot;
 *       0.36 / 3600 x 200 = 0.02.
 *   <li>D = 200 s: task 0 would end 50 s too late there; a is used up, so b on demand runs it in 80
 *       s: 0.36 / 3600 x 100 + 7.2 / 3600 x 80 = 0.17; with a on demand 0.1 + 0.16.
 *   <li>D = 60 s: nothing fits spot before D_spot = 10 s, and b has only two cores.
 * </ul>
 */
final class AuthorPlansTest {
  private static final String JOB =
      """
      {"job_id": 7, "tasks": {
        "0": {"memory": 10.5, "runtime": {"a": 100.0, "b": 80.0}},
        "1": {"memory": 20, "runtime": {"a": 50.0, "b": 55.0}},
        "2": {"memory": 20, "runtime": {"a": 50.0, "b": 55.0}}
      }}
      """;

  private static final String ENVIRONMENT =
      """
      {"global_limits": {"ec2": {"on-demand": 3, "preemptible": 3}},
       "instances": {
        "a": {"gflops": 20, "memory": 4, "provider": "ec2", "vcpu": 1,
          "prices": {"on-demand": 3.6, "preemptible": 1.0},
          "restrictions": {"limits": {"on-demand": 1, "preemptible": 1},
            "markets": {"on-demand": "yes", "preemptible": "yes"},
            "burstable": {"burstable": "no"}}},
        "b": {"gflops": 40, "memory": 4, "provider": "ec2", "vcpu": 2,
          "prices": {"on-demand": 7.2, "preemptible": 0},
          "restrictions": {"limits": {"on-demand": 1, "preemptible": 0},
            "markets": {"on-demand": "yes", "preemptible": "no"},
            "burstable": {"burstable": "no"}}}
       }}
      """;

  private static final String REFERENCE =
      """
      job_dir,deadline_s,preemptible_price_overrides,d_spot_s,makespan_s,expected_cost_usd,\
      expected_cost_if_ondemand_usd,vms,result
      7,250,"{""a"": 0.36}",200.0,200.0,0.02,0.2,a/preemptible=1,ok
      7,200,"{""a"": 0.36}",150.0,100.0,0.17,0.26,a/preemptible=1;b/on-demand=1,ok
      7,60,"{""a"": 0.36}",,,,,,no-solution
      """;

  private static final String MAP_250 =
      """
      {"instances": {"id1": {"type": "a", "market": "preemptible", "map": {"vcpu_0": {
        "1": {"start": 0.0, "end": 50.0}, "2": {"start": 50.0, "end": 100.0},
        "0": {"start": 100.0, "end": 200.0}}}}}}
      """;

  private static final String MAP_200 =
      """
      {"instances": {
        "id2": {"type": "b", "market": "on-demand", "map": {
          "vcpu_0": {"0": {"start": 0.0, "end": 80.0}}, "vcpu_1": {}}},
        "id1": {"type": "a", "market": "preemptible", "map": {"vcpu_0": {
          "1": {"start": 0.0, "end": 50.0}, "2": {"start": 50.0, "end": 100.0}}}}}}
      """;

  @TempDir Path data;
  private Path folder;

  @BeforeEach
  void files() throws IOException {
    folder = data.resolve("hads/author-jobs");
    Files.createDirectories(folder.resolve("7"));
    Files.createDirectories(folder.resolve("reference_cc_maps"));
    write("7/job.json", JOB);
    write("7/env.json", ENVIRONMENT);
    write("reference_cc.csv", REFERENCE);
    write("reference_cc_maps/7_D250.json", MAP_250);
    write("reference_cc_maps/7_D200.json", MAP_200);
  }

  @Test
  void plansAndTheRefusalAreMadeAgain() {
    assertThat(check().detail())
        .isEqualTo("2 plans, 1 refusals, 6 placements compared, 0 differences");
    assertThat(rows()).hasSize(9).allMatch(row -> row.verdict().startsWith("as published"));
  }

  @Test
  void fewerPlansThanTheAuthorsMadeAreNoSuccess() {
    assertThat(check().ok()).isFalse();
  }

  @Test
  void aPlacementThatDiffersIsSaid() throws IOException {
    write(
        "reference_cc_maps/7_D200.json",
        MAP_200.replace("\"vcpu_0\": {\"0\"", "\"vcpu_2\": {}, \"vcpu_1\": {\"0\""));
    assertThat(check().detail())
        .contains("2 differences; first: 7/D200: the authors have no ")
        .contains("kind=b/on-demand, places=[task 0 on core 0, 0 to 80000 ms]");
  }

  @Test
  void numbersThatDifferAreSaid() throws IOException {
    write("reference_cc.csv", REFERENCE.replace("0.02,0.2,", "0.03,0.2,"));
    assertThat(check().detail()).contains("1 differences; first: 7/D250: cost ");
    write("reference_cc.csv", REFERENCE.replace("7,60", "7,250"));
    assertThat(check().detail()).contains("first: 7/D250: machines (0: refused) 1.0, not 0.0");
  }

  @Test
  void badFilesAreNamed() throws IOException {
    Path job = folder.resolve("7/job.json");
    write("7/job.json", JOB.replace("10.5", "\"much\""));
    assertThatThrownBy(this::check)
        .isInstanceOf(BadData.class)
        .hasMessage(job + ":2: tasks.0.memory: expected a number, at least 0, is 'much'");
    write("7/job.json", JOB.replace("\"1\": {\"memory\"", "\"1\": {\"memorie\""));
    assertThatThrownBy(this::check).hasMessage(job + ":3: tasks.1.memory: is missing");
    write("7/job.json", JOB.replace("}}\n", "}"));
    assertThatThrownBy(this::check).hasMessageStartingWith(job + ":").hasMessageContaining("JSON");
    Files.delete(job);
    assertThatThrownBy(this::check).hasMessage(job + ": there is no such file");
    Path reference = folder.resolve("reference_cc.csv");
    write("reference_cc.csv", REFERENCE.replace("no-solution", "perhaps"));
    assertThatThrownBy(this::check)
        .hasMessage(reference + ":4: result: expected ok or no-solution, is 'perhaps'");
    write("reference_cc.csv", REFERENCE.replace("7,250", "7,soon"));
    assertThatThrownBy(this::check)
        .hasMessage(reference + ":2: deadline_s: expected a number, at least 0, is 'soon'");
  }

  @Test
  void withoutDataItIsSaidThatNothingRan() {
    Findings findings = new Findings();
    AuthorPlans.run(findings, Optional.empty());
    Report report = report(findings);
    assertThat(report.notes()).anyMatch(note -> note.contains("NOT RUN (no --data DIR)"));
    assertThat(report.checks()).isEmpty();
  }

  /** On the authors' own files, which are not part of the project. */
  @Test
  void theAuthorsPlansAreMadeAgain() {
    String authors = System.getProperty("windhover.data", "");
    if (authors.isEmpty()) {
      System.out.println("NOT RUN: the authors' plans made again (no -Dwindhover.data=DIR)");
      return;
    }
    assertThat(check(Path.of(authors)))
        .isEqualTo(
            new Check(
                "hads-authors reproduces every row of reference_cc.csv"
                    + " (23 plans and one refusal)",
                true,
                "23 plans, 1 refusals, 2060 placements compared, 0 differences"));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private Check check() {
    return check(data);
  }

  private static Check check(Path from) {
    return ran(from).checks().get(0);
  }

  private List<Row> rows() {
    return ran(data).rows();
  }

  private static Report ran(Path from) {
    Findings findings = new Findings();
    AuthorPlans.run(findings, Optional.of(from));
    return report(findings);
  }

  private static Report report(Findings findings) {
    return findings.report(new Opie(), 1);
  }
}
