package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cloud files with mistakes, and disks that take nothing: a clear line, and nothing is left. */
final class CloudMisfitsIT {
  /** A file has at most so many blocks of 512 bytes; a run's journal soon has more. */
  private static final List<String> SMALL_FILES =
      List.of("sh", "-c", "ulimit -f 400; exec \"$@\"", "sh");

  @TempDir private Path folder;
  private RentingPoolFolder pool;

  @BeforeEach
  void setUp() throws Exception {
    pool = new RentingPoolFolder(folder);
    pool.program.write(
        "job.yaml",
        """
        name: bag
        deadline: 1h
        tasks: [{name: t, count: 240, command: 'echo {index} >> %s', runtime: 1s}]
        """
            .formatted(folder.resolve("ran")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "source: moon | bad.yaml:1: source: \"moon\" is not known; expected one of local, hook",
        "catalogue: {types: []} | bad.yaml:1: source: is missing",
        "source: local | catalogue",
        "{source: local, catalogue: {types: []}} | types",
        "{source: local, catalogue: nowhere.yaml} | nowhere.yaml",
        "{source: hook} | hook",
        "{source: hook, hook: {command: []}} | command",
        "{source: hook, hook: {command: [x]}, catalogue: {types: []}} | catalogue",
        "{source: local, sauce: x, catalogue: c.yaml} | sauce",
        "{source: local, catalogue: {types: [{name: a, cores: 1, prices: {spot: x}}]}} | spot",
        "{source: local, catalogue: {types: [{name: a, cores: 0, prices: {spot: 1}}]}} | cores",
        "{source: local, limits: {money: -1}, catalogue: c.yaml} | limits.money",
        "{source: local, limits: {machines: many}, catalogue: c.yaml} | limits.machines",
        "{source: local, patience: soon, catalogue: c.yaml} | patience",
        "{source: local, speed: 0, catalogue: c.yaml} | speed",
        "{source: local, local: {level: best}, catalogue: c.yaml} | level",
        "{source: local, manager: {listen: 1:2:3}, catalogue: c.yaml} | manager.listen",
        "{source: local, market: {weather: 1}, catalogue: c.yaml} | weather",
        "{source: local | bad.yaml:2: not YAML",
        "[source, local] | expected",
      })
  void eachMistakeGetsALineThatNamesIt(String text, String named) throws Exception {
    pool.program.write("bad.yaml", text + "\n");
    pool.program.write("c.yaml", "types: [{name: a, cores: 1, prices: {spot: 1}}]\n");

    Ended ended = pool.program.run("run", "job.yaml", "--cloud", "bad.yaml");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err()).startsWith("windhover: ").contains(named);
    assertThat(folder.resolve(".windhover")).doesNotExist();
    assertThat(pool.program.lines("ran")).isEmpty();
  }

  @Test
  void aFolderForMachinesThatCannotBeMadeIsNamed() throws Exception {
    pool.program.write("blocked", "");
    pool.program.write("cloud.yaml", RentingPoolFolder.CLOUD + "local: {dir: blocked/machines}\n");

    Ended ended = pool.program.run("run", "job.yaml", "--cloud", "cloud.yaml");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(3);
    assertThat(ended.err()).startsWith("windhover: cloud cloud: ").contains("blocked");
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(pool.program.lines("ran")).isEmpty();
  }

  @Test
  void aFullDiskUnderTheStateEndsTheRunAndItsMachinesAndLosesNothing() throws Exception {
    pool.program.run("cloud", "check", "cloud.yaml"); // The cloud is there, and has all the room.

    Ended full =
        pool.program
            .startUnder(SMALL_FILES, Map.of(), "run", "job.yaml", "--cloud", "cloud.yaml")
            .await();

    assertThat(full.exit()).as(full.err()).isEqualTo(3);
    assertThat(full.err()).contains("windhover: ").doesNotContain("internal error");
    pool.assertNothingIsLeft();
    int before = RentingPoolFolder.succeeded(folder.resolve(".windhover/bag")).size();
    assertThat(before).isLessThan(240);

    Ended resumed = pool.program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--resume");
    assertThat(resumed.exit()).as(resumed.err()).isZero();
    assertThat(RentingPoolFolder.succeeded(folder.resolve(".windhover/bag")))
        .isEqualTo(IntStream.range(0, 240).boxed().toList());
    pool.assertNothingIsLeft();
    assertThat(Files.exists(folder.resolve(".windhover/bag"))).isTrue();
  }
}
