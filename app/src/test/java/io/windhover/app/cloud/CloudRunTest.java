package io.windhover.app.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.local.LocalRun;
import io.windhover.app.local.RentedTotals;
import io.windhover.app.local.RunOutcome;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateLayout;
import io.windhover.store.Store.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A job on machines that are rented for it: real processes come, work, vanish and are given back.
 */
@Timeout(120)
class CloudRunTest {
  private static final String SHORT =
      """
      name: bag
      deadline: 10m
      tasks: [{name: t, count: 8, command: sleep 0.2, runtime: 200ms}]
      """;
  private static final String LONG =
      """
      name: bag
      deadline: 10m
      tasks: [{name: t, count: 8, command: 'sleep 2', runtime: 2s}]
      """;
  private static final long LOOK_MILLIS = 50;

  @TempDir private Path folder;

  @AfterEach
  void nothingIsLeftRunning() throws Exception {
    List<ProcessSource.Rented> left =
        stage().machines().stream().filter(ProcessSource.Rented::isAlive).toList();
    left.forEach(ProcessSource.Rented::kill);
    assertThat(left).isEmpty();
  }

  private CloudRunStage stage() {
    return new CloudRunStage(folder, CloudRunStage.CLOUD);
  }

  private List<Integer> succeeded() {
    List<Integer> tasks = new ArrayList<>();
    try (var store =
        SqliteStore.openForReading(new StateLayout(folder.resolve("state")).database())) {
      store.results(
          result -> {
            if (result.outcome().equals(Result.SUCCEEDED)) {
              tasks.add(result.task());
            }
          });
    }
    return tasks;
  }

  /** The same of a run in a process of its own, which is there until it is killed. */
  private void awaitSucceeded(int most, Process run) throws Exception {
    while (stage().machines().isEmpty() || succeeded().size() < most) {
      assertThat(run.isAlive()).as(Files.readString(folder.resolve("run.out"))).isTrue();
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private void awaitSucceeded(int most) throws Exception {
    while (stage().machines().isEmpty() || succeeded().size() < most) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  @Test
  void aBagRunsOnRentedMachinesWhichAreAllGivenBack() throws Exception {
    CloudRunStage stage = stage();

    RunOutcome outcome = stage.run(SHORT, false).run();

    assertThat(outcome.exitCode()).as("%s", stage.heard.lines).isEqualTo(ExitCode.DONE);
    assertThat(outcome.job().succeeded()).isEqualTo(8);
    RentedTotals rented = outcome.rented().orElseThrow();
    assertThat(rented.rented()).isEqualTo(stage.machines().size()).isPositive();
    assertThat(rented.lost()).isZero();
    assertThat(rented.left()).isEmpty();
    assertThat(rented.spentNanos()).isPositive();
    assertThat(rented.onDemandOnlyNanos()).isPresent();
    assertThat(stage.heard.begun.join().where()).isEqualTo("on machines of cloud cloud");
  }

  @Test
  void aMachineThatVanishesIsReplacedAndItsTasksRunAgain() throws Exception {
    CloudRunStage stage = stage();
    LocalRun run = stage.run(LONG, false);
    var outcome = CompletableFuture.supplyAsync(run::run);

    awaitSucceeded(1);
    stage.machines().stream()
        .filter(ProcessSource.Rented::isAlive)
        .findFirst()
        .orElseThrow()
        .kill();

    RunOutcome ended = outcome.get(100, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).as("%s", stage.heard.lines).isEqualTo(ExitCode.DONE);
    assertThat(ended.rented().orElseThrow().lost()).isEqualTo(1);
    assertThat(ended.rented().orElseThrow().left()).isEmpty();
    assertThat(succeeded()).doesNotHaveDuplicates().hasSize(8);
  }

  @Test
  void anInterruptedRunGivesBackEverythingAndGoesOnLater() throws Exception {
    CloudRunStage stage = stage();
    LocalRun run = stage.run(LONG, false);
    var outcome = CompletableFuture.supplyAsync(run::run);
    awaitSucceeded(1);
    while (stage.heard.begun.join().machines().get().stream()
        .noneMatch(part -> part.matches("\\$[0-9.]+ \\+ about \\$[0-9.]+ to come"))) {
      Thread.sleep(LOOK_MILLIS);
    }

    run.interrupt(1);

    RunOutcome stopped = outcome.get(100, TimeUnit.SECONDS);
    assertThat(stopped.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(stopped.rented().orElseThrow().left()).isEmpty();
    assertThat(stage.heard.lines).anyMatch(line -> line.startsWith("giving back "));
    assertThat(stage.machines()).isNotEmpty().noneMatch(ProcessSource.Rented::isAlive);

    RunOutcome resumed = stage().run(LONG, true).run();
    assertThat(resumed.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(resumed.rented().orElseThrow().rented()).isEqualTo(stage.machines().size());
    assertThat(succeeded()).doesNotHaveDuplicates().hasSize(8);
  }

  @Test
  void aRunThatWasKilledGoesOnWithTheMachinesItHad() throws Exception {
    CloudRunStage stage = stage();
    stage.cloud();
    Path job = Files.writeString(folder.resolve("job.yaml"), LONG);
    Process run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CloudRunStage.class.getName(),
                folder.toString(),
                job.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("run.out").toFile())
            .start();
    awaitSucceeded(1, run);

    run.destroyForcibly().waitFor();
    List<Long> before =
        stage.machines().stream()
            .filter(ProcessSource.Rented::isAlive)
            .map(ProcessSource.Rented::pid)
            .toList();
    RunOutcome resumed = stage.run(LONG, true).run();

    assertThat(before).isNotEmpty();
    assertThat(resumed.exitCode()).as("%s", stage.heard.lines).isEqualTo(ExitCode.DONE);
    assertThat(resumed.rented().orElseThrow().left()).isEmpty();
    assertThat(succeeded()).doesNotHaveDuplicates().hasSize(8);
    assertThat(stage.machines()).extracting(ProcessSource.Rented::pid).containsAll(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cores: 3 | task t needs 3 cores; the largest VM, small, has 2",
        "requires: [gpu] | task t requires gpu, which no VM type offers",
        "runtime: 20m | the deadline of 10m cannot be met",
      })
  void whatCannotBeDoneIsRefusedBeforeAnythingIsRented(String need, String why) throws Exception {
    String job =
        "name: bag\ndeadline: 10m\ntasks: [{name: t, command: sleep 1, %s%s}]\n"
            .formatted(need, need.startsWith("runtime") ? "" : ", runtime: 1s");

    assertRefused(CloudRunStage.CLOUD, job, why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits: {money: 0.000001} | limits.money is $0.0000, and no way to do the job in time",
        "limits: {moneyPerHour: 0.1} | limits.moneyPerHour is $0.1000, and no machine costs less",
      })
  void limitsTooSmallAreRefusedBeforeAnythingIsRented(String limits, String why) throws Exception {
    assertRefused(CloudRunStage.CLOUD + limits + "\n", LONG, why);
  }

  private void assertRefused(String cloud, String job, String why) throws Exception {
    LocalRun run = new CloudRunStage(folder, cloud).run(job, false);

    assertThatThrownBy(run::run).isInstanceOf(CommandFailure.class).hasMessageContaining(why);
    assertThat(stage().machines()).isEmpty();
    assertThat(folder.resolve("state")).doesNotExist();
  }
}
