package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workflows of other programs on the command line. */
final class WorkflowFilesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples");
  private static final String EC2 = EXAMPLES.resolve("scenarios/ec2-2019.yaml").toString();

  @TempDir private Path folder;

  private static String example(String name) {
    return EXAMPLES.resolve("workflows").resolve(name).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mosaic.dax | job mosaic, 5 tasks in 5 groups, up to 2 cores and 1,500 MB each, 10m 33s"
            + " (633.49 s) of work, at least 4m 34s (274.25 s), without commands: for simulation"
            + " only",
        "census.json | job census, 4 tasks in 4 groups, up to 1 core and 910 MB each, 11m 56s"
            + " (715.657 s) of work, at least 6m 43s (403.057 s), without commands: for simulation"
            + " only",
        "mosaic.yaml | scenario mosaic, 5 tasks within 20m, 4 VM types, market: calm, policy bag",
      })
  void validateSaysWhatTheyHold(String name, String said) {
    Typed typed = Typed.here("validate", example(name));
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out().strip()).isEqualTo(example(name) + ": " + said);
    assertThat(typed.exit()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mosaic.dax", "census.json"})
  void submitRefusesThemAsItsHelpSays(String name) {
    assertThat(Typed.here("submit", "--help").out().replaceAll("\\s+", " "))
        .contains("workflows of WfCommons and Pegasus are refused");
    Typed typed = Typed.here("submit", example(name));
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("has tasks without a command").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "mosaic.dax, a workflow of another program",
    "census.json, a workflow of another program",
    "alignment.yaml, a job file",
    "../formats/fit.sbatch, a job of another program"
  })
  void simulateAsksForAScenarioAroundThem(String name, String what) {
    Typed typed = Typed.here("simulate", example(name));

    assertThat(typed.err())
        .isEqualTo(
            "windhover: %s: is %s; expected a scenario that names it as work:, such as"
                    .formatted(example(name), what)
                + " examples/workflows/mosaic.yaml\n");
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(Typed.here("simulate", example("mosaic.yaml")).exit()).isZero();
  }

  @Test
  void validateGivesProgramsTheExactSums() {
    Typed typed = Typed.here("validate", "--json", example("mosaic.dax"));
    assertThat(typed.out())
        .contains("\"criticalPathMillis\":274250,\"totalRuntimeMillis\":633490")
        .contains("\"belowZeroMillis\":0");
  }

  @Test
  void aGeneratedFileWithSomeRuntimesBelowZeroSaysSo() throws Exception {
    String text =
        "<adag><job id='a' name='x' runtime='5000'/><job id='b' name='x' runtime='-1.25'/></adag>";
    Path file = Files.writeString(folder.resolve("drawn.xml"), text);
    assertThat(Typed.here("validate", file.toString()).out())
        .contains("1h 23m (4998.75 s) of work, at least 1h 23m (5000 s)")
        .contains("(runtimes below 0, in all -1.25 s, count as 0)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mosaic.dax", "census.json", "montage.yaml"})
  void runRefusesWhatHasNoCommands(String name) {
    Typed typed = Typed.here("run", example(name), "--dir", folder.resolve("state").toString());
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err().strip())
        .isEqualTo(
            "windhover: "
                + example(name)
                + ": has tasks without a command; it can be simulated or planned, not run");
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mosaic.dax", "census.json", "montage.yaml"})
  void planAndSimulateTakeThem(String name) throws Exception {
    Typed planned =
        Typed.here("plan", example(name), "--catalogue", EC2, "--deadline", "20m", "--seeds", "3");
    assertThat(planned.err()).isEmpty();
    assertThat(planned.out()).contains("3/3");
    Path scenario =
        Files.writeString(
            folder.resolve("s.yaml"),
            "catalogue: %s\nwork: {job: %s}\ndeadline: 20m\npolicy: bag\n"
                .formatted(Path.of(EC2).toAbsolutePath(), Path.of(example(name)).toAbsolutePath()));
    Typed simulated = Typed.here("simulate", scenario.toString());
    assertThat(simulated.err()).isEmpty();
    assertThat(simulated.exit()).isZero();
  }

  @Test
  void whatIsWrongIsOneLineAndExit2() throws Exception {
    Path file = Files.writeString(folder.resolve("page.xml"), "<html><body>404</body></html>");
    for (String command : new String[] {"validate", "run"}) {
      Typed typed = Typed.here(command, file.toString());
      assertThat(typed.exit()).isEqualTo(2);
      assertThat(typed.err().strip())
          .endsWith(file + ":1: the file is XML with <html>; expected <adag> of a DAX");
    }
  }
}
