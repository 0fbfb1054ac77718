package io.windhover.workload.harvest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.workload.FileKind;
import io.windhover.workload.JobFileException;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.generate.TaskDurations;
import io.windhover.workload.harvest.HarvestScenario.Drawn;
import io.windhover.workload.harvest.HarvestScenario.FromCluster;
import io.windhover.workload.harvest.HarvestScenario.OneJob;
import io.windhover.workload.harvest.HarvestScenario.Prices;
import io.windhover.workload.harvest.HarvestScenario.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarvestScenarioReaderTest {
  @TempDir private Path folder;

  private HarvestScenario read(String text) throws JobFileException, IOException {
    return HarvestScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), text));
  }

  @Test
  void whatIsLeftOutIsTheStandardSetting() throws Exception {
    HarvestScenario scenario = read("harvest: {cluster: C2}\nwork: {harvest: {}}\n");

    assertThat(scenario.name()).isEqualTo("s");
    assertThat(scenario.supply()).isEqualTo(new FromCluster("C2", 64, 48, OptionalLong.empty()));
    assertThat(scenario.work()).isEqualTo(new Drawn(HarvestWork.STANDARD, OptionalLong.empty()));
    assertThat(scenario.killOrder()).isEqualTo("newest");
    assertThat(scenario.prices()).isEmpty();
    assertThat(scenario.seed()).isEqualTo(1);
    assertThat(FileKind.of(folder.resolve("s.yaml"))).isEqualTo(FileKind.HARVEST);
  }

  @Test
  void calmClustersGetLongTasksAndMoreHours() throws Exception {
    HarvestScenario scenario = read("harvest: {cluster: C8}\nwork: {harvest: {}}\n");

    assertThat(scenario.supply()).isEqualTo(new FromCluster("C8", 64, 192, OptionalLong.empty()));
    assertThat(scenario.work())
        .isEqualTo(new Drawn(HarvestWork.STANDARD_LONG, OptionalLong.empty()));
  }

  @Test
  void allOfItCanBeSaid() throws Exception {
    HarvestScenario scenario =
        read(
            """
            name: all
            harvest:
              cluster: C1
              machines: 9
              hours: 2.5
              seed: 8
              killOrder: oldest
              prices: {spot: 0.04}
            work:
              harvest:
                durations: {shape: bounded-pareto, least: 2m, most: 50m}
                jobs: 7
                tasks: 3
                cores: [1, 8]
                load: 1.25
                underestimate: 40%
                interruptible: 10%
                rates: [1, 4]
              seed: 9
            """);

    assertThat(scenario.supply()).isEqualTo(new FromCluster("C1", 9, 2.5, OptionalLong.of(8)));
    assertThat(scenario.prices()).contains(new Prices(40_000_000, 20_000_000));
    var durations = new TaskDurations(TaskDurations.Shape.BOUNDED_PARETO, 120_000, 3_000_000);
    assertThat(scenario.work())
        .isEqualTo(
            new Drawn(
                new HarvestWork(
                    7, 3, 3, List.of(1, 8), durations, 1.25, -0.4, 0.1, List.of(1.0, 4.0)),
                OptionalLong.of(9)));
  }

  @Test
  void machinesAsRecordedAndTasksAsWritten() throws Exception {
    Files.writeString(folder.resolve("t.csv"), "seconds,hvm,cores\n0,a,4\n60,a,8\n");
    HarvestScenario scenario =
        read(
            """
            harvest: {trace: t.csv}
            work: {tasks: [{name: x, count: 3, cores: 2, runtime: 5m}]}
            """);

    assertThat(((Recorded) scenario.supply()).trace().hvms()).hasSize(1);
    assertThat(((OneJob) scenario.work()).job().taskCount()).isEqualTo(3);
  }

  @Test
  void theMachinesOfATraceMayBeNamed() throws Exception {
    Files.writeString(folder.resolve("t.csv"), "seconds,hvm,cores\n0,a,4\n60,7,8\n");
    HarvestScenario scenario =
        read("harvest: {trace: t.csv, machines: [a, 7, never]}\nwork: {harvest: {}}\n");

    assertThat(((Recorded) scenario.supply()).trace().hvms()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,a,4;60,b,-2|t.csv:3: cores: -2 is negative; expected a whole number from 0 to 100,000",
        "0,a,4;60,a,8;30,a,6|t.csv:4: seconds: 30 of \"a\" is not after 60 on line 3",
        "0,a,4;60,b,0|t.csv:3: hvm: \"b\" is evicted but was never there",
      })
  void whatIsWrongInATraceIsSaidWithItsLine(String lines, String said) throws Exception {
    Files.writeString(
        folder.resolve("t.csv"), "seconds,hvm,cores\n" + lines.replace(";", "\n") + "\n");

    assertThatThrownBy(() -> read("harvest: {trace: t.csv}\nwork: {harvest: {}}\n"))
        .isInstanceOf(JobFileException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "harvest: {cluster: C0}|s.yaml:1: harvest.cluster: \"C0\" is not known; ",
        "harvest: {clutser: C1}|s.yaml:1: harvest.clutser: is not a field of harvest; ",
        "harvest: {cluster: C1, hours: -3}|s.yaml:1: harvest.hours: -3 is negative",
        "harvest: {trace: t.csv, machines: 5}|s.yaml:1: harvest.machines: the trace says it all; ",
        "harvest: {trace: t.csv, machines: []}|s.yaml:1: harvest.machines: is empty; ",
        "harvest: {trace: t.csv, machines: [a, '']}|s.yaml:1: harvest.machines[1]: is empty; ",
        "harvest: {trace: t.csv, machines: [a, a]}|harvest.machines[1]: \"a\" is there twice; ",
        "harvest: {trace: t.csv, machines: [b, c]}|t.csv:2: hvm: unknown harvest machine \"a\"; ",
        "harvest: {cluster: C1, machines: [a]}|s.yaml:1: harvest.machines: a list is not a number",
        "harvest: {cluster: C1, hours: 99999999999999999999999999999999999999999}|harvest.hours:"
            + " \"99999999999999999999999999999999999999999\" has too many digits; expected how"
            + " long they are there, from 0 to 10,000",
        "harvest: {machines: 5}|s.yaml:1: harvest.cluster: is missing; expected one of C1, ",
        "seed: 3|s.yaml:1: harvest: is missing; expected a cluster or a trace",
      })
  void whatIsWrongIsSaidInOneLineWithWhatWasExpected(String first, String said) throws Exception {
    Files.writeString(folder.resolve("t.csv"), "seconds,hvm,cores\n0,a,4\n");
    assertThatThrownBy(() -> read(first + "\nwork: {harvest: {}}\n"))
        .isInstanceOf(JobFileException.class)
        .hasMessageContaining(said)
        .satisfies(e -> assertThat(((JobFileException) e).count()).isEqualTo(1));
  }
}
