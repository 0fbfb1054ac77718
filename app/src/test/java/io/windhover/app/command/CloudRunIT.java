package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program rents machines that are processes here, and leaves none behind. */
final class CloudRunIT {
  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() throws Exception {
    program = new Program(folder);
    program.write(
        "cloud.yaml",
        """
        source: local
        catalogue:
          startUp: 1s
          types: [{name: small, cores: 2, prices: {spot: 0.36, on-demand: 3.6}}]
        limits: {machines: 3}
        """);
    program.write(
        "job.yaml",
        """
        name: bag
        deadline: 10m
        tasks: [{name: t, count: 6, command: 'echo {index} >> %s; sleep 1', runtime: 1s}]
        """
            .formatted(folder.resolve("ran")));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    Ended sweep = program.run("cloud", "sweep", "cloud.yaml", "--yes");
    assertThat(sweep.out()).as(sweep.err()).isEqualTo("nothing of yours is rented there\n");
  }

  @Test
  void aBagIsDoneAndSaysWhatItCost() throws Exception {
    Ended check = program.run("cloud", "check", "cloud.yaml", "--json");
    JsonSchemas.checked("cloud-check", check.out());
    JsonSchemas.checked(
        "cloud-offers", program.run("cloud", "offers", "cloud.yaml", "--json").out());

    Ended ended = program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--json");

    assertThat(ended.exit()).as(ended.err()).isZero();
    JsonSchemas.checked("run", ended.out());
    assertThat(ended.out()).contains("\"left\":0}").contains("\"kept\":true");
    assertThat(ended.err())
        .contains("on machines of cloud cloud")
        .contains("deadline kept")
        .contains("on-demand machines alone would have cost $");
    assertThat(program.lines("ran")).hasSize(6);
    JsonSchemas.checked("cloud-sweep", program.run("cloud", "sweep", "cloud.yaml", "--json").out());
  }

  @Test
  void ctrlCGivesBackEverythingAndTheRestIsDoneLater() throws Exception {
    Call call = program.start(Map.of(), "run", "job.yaml", "--cloud", "cloud.yaml", "--json");
    program.awaitLines("ran", 1);

    call.signal("INT");
    Ended ended = call.await();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err()).contains("giving back ").contains("--cloud cloud.yaml --json --resume");
    assertThat(ended.out()).contains("\"left\":0},\"deadline\"");
    Ended resumed = program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--resume");
    assertThat(resumed.exit()).as(resumed.err()).isZero();
  }

  @Test
  void badCloudFilesGetALineAndNothingIsRun() throws Exception {
    program.write("bad.yaml", "source: moon\n");

    Ended bad = program.run("run", "job.yaml", "--cloud", "bad.yaml");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err())
        .isEqualTo(
            "windhover: bad.yaml:1: source: \"moon\" is not known; expected one of local, hook\n");
    assertThat(program.run("run", "job.yaml", "--cloud", "nowhere.yaml").exit()).isEqualTo(2);
    Ended policy = program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--policy", "match");
    assertThat(policy.exit()).isEqualTo(2);
    assertThat(policy.err()).contains("policy match rents no machines; expected one of bag, ");
    assertThat(program.lines("ran")).isEmpty();
  }
}
