package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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

  /** Runtimes, deadline, start-up and prices are the market's, whose minute is a second here. */
  @Test
  void anHourOfTheMarketIsAMinute() throws Exception {
    program.write(
        "fast.yaml",
        """
        source: local
        catalogue:
          startUp: 4m
          types: [{name: small, cores: 2, prices: {spot: 0.36, on-demand: 3.6}}]
        speed: 60
        dir: fast
        """);
    program.write(
        "hours.yaml",
        """
        name: hours
        deadline: 2h
        tasks: [{name: t, count: 4, command: 'sleep $((600 / WINDHOVER_SPEED))', runtime: 10m}]
        """);

    Ended ended = program.run("run", "hours.yaml", "--cloud", "fast.yaml", "--json");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("on machines of cloud fast, 60 times as fast as real time");
    JsonNode said = new JsonMapper().readTree(ended.out());
    assertThat(said.at("/deadline/kept").booleanValue()).isTrue();
    assertThat(said.at("/deadline/spareSeconds").doubleValue())
        .as("two hours without a start-up, ten minutes of work or twenty, and some seconds")
        .isBetween(4_800.0, 6_360.0);
    assertThat(said.at("/cost/spent").doubleValue())
        .as("40 minutes of work on two cores each, at 0.36 an hour")
        .isBetween(0.12, 0.2);
    JsonNode costs = new JsonMapper().readTree(program.run("costs", "--json").out());
    assertThat(costs.at("/total/cost").doubleValue())
        .isEqualTo(said.at("/cost/spent").doubleValue());
    Ended sweep = program.run("cloud", "sweep", "fast.yaml", "--yes");
    assertThat(sweep.out()).as(sweep.err()).isEqualTo("nothing of yours is rented there\n");
  }

  @Test
  void aCloudGoesOnAtTheSpeedItWasSetUpWith() throws Exception {
    assertThat(program.run("cloud", "offers", "cloud.yaml").exit()).isZero();
    program.write(
        "other.yaml",
        String.join("\n", program.lines("cloud.yaml")) + "\nname: cloud\nspeed: 60\n");
    Ended other = program.run("cloud", "offers", "other.yaml");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("was set up with speed 1, the file says 60; expected that");
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
