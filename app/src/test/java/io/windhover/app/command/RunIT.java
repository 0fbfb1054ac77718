package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code windhover run} as people and scripts call it. */
final class RunIT {
  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() {
    program = new Program(folder);
  }

  @Test
  void quickstartRunsAsItIs() throws Exception {
    Path examples = Path.of(System.getProperty("windhover.root"), "examples");
    Path copy = folder.resolve("quickstart.yaml");
    Files.copy(examples.resolve("quickstart.yaml"), copy);
    Ended ended = program.run("run", "quickstart.yaml");
    assertThat(ended.err()).contains("done in").contains("succeeded").doesNotContain("failed");
    assertThat(ended.out()).isEmpty();
    assertThat(ended.exit()).isZero();
  }

  /** Policies that rent have nothing to rent here; the machine they are on does the work. */
  @ParameterizedTest
  @ValueSource(strings = {"workflow", "scs"})
  void whoeverRentsElsewhereDoesTheWorkHere(String policy) throws Exception {
    program.write(
        "job.yaml",
        """
        deadline: 10m
        policy: %s
        tasks:
          - {name: a, command: 'true'}
          - {name: b, count: 9, after: [a], command: 'true'}
          - {name: c, after: [b], command: 'true'}
        """
            .formatted(policy));
    Ended ended = program.run("run", "job.yaml", "--json");
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.json("succeeded")).isEqualTo("11");
  }

  /** Each task leaves a file while it runs, counts those there are, and what was done before it. */
  @Test
  void pipelinesRunByIndexAndNoMoreAtOnceThanAllowed() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: trim, count: 8, command: 'sleep 0.0{index}; touch trimmed-{index}'}
          - name: align
            count: 8
            after: [trim/{index}]
            parallel: 2
            command: >-
              test -f trimmed-{index} && touch now-{index} && ls now-* | wc -l >>seen &&
              sleep 0.05 && rm now-{index}
        """);
    Ended ended = program.run("run", "job.yaml", "--workers", "8", "--json");
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.json("succeeded")).isEqualTo("16");
    assertThat(Files.readAllLines(folder.resolve("seen")))
        .hasSize(8)
        .allSatisfy(seen -> assertThat(seen.strip()).isIn("1", "2"));
  }

  @Test
  void aPolicyThatPlansWholeGroupsRefusesPipelinesByIndex() throws Exception {
    program.write(
        "job.yaml",
        """
        policy: workflow
        tasks: [{name: t, count: 3, parallel: 1, command: 'true'}]
        """);
    Ended ended = program.run("run", "job.yaml");
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err())
        .contains("policy workflow plans whole groups: it keeps neither parallel: nor after:")
        .contains("match");
  }

  @Test
  void jsonIsOneObjectAndAllOfStdout() throws Exception {
    program.write(
        "job.yaml",
        """
        name: three
        deadline: 1h
        tasks:
          - {name: t, count: 3, command: echo on stdout}
        """);
    Ended ended = program.run("run", "job.yaml", "--json");
    assertThat(ended.exit()).isZero();
    assertThat(ended.out().lines()).hasSize(1);
    assertThat(ended.out()).startsWith("{").endsWith("}\n");
    assertThat(ended.json("job")).isEqualTo("1");
    assertThat(ended.json("name")).isEqualTo("\"three\"");
    assertThat(ended.json("tasks")).isEqualTo("3");
    assertThat(ended.json("succeeded")).isEqualTo("3");
    assertThat(ended.json("failed")).isEqualTo("0");
    assertThat(ended.json("cancelled")).isEqualTo("0");
    assertThat(ended.json("retried")).isEqualTo("0");
    assertThat(ended.json("deadlineMet")).isEqualTo("true");
    assertThat(ended.json("exitCode")).isEqualTo("0");
    assertThat(Double.parseDouble(ended.json("seconds"))).isBetween(0.0, 60.0);
    assertThat(ended.json("dir")).isEqualTo('"' + state("three").toString() + '"');
    assertThat(ended.json("failures")).isEqualTo("[]");
    assertThat(state("three").resolve("logs/t/0/2.1.out")).hasContent("on stdout");
  }

  @Test
  void firstFailureStopsTheStartOfOthers() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: bad, command: echo it broke >&2; exit 7}
          - {name: other, count: 50, command: "sleep 0.05"}
          - {name: last, after: bad, command: echo never}
        """);
    Ended ended = program.run("run", "job.yaml", "--workers", "1", "--json");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.json("failed")).isEqualTo("1");
    assertThat(ended.json("skipped")).isEqualTo("51");
    assertThat(ended.json("cancelled")).isEqualTo("0");
    assertThat(ended.json("failures")).contains("\"task\":\"bad\"").contains("\"exit\":7");
    assertThat(ended.err())
        .contains("failed: bad (job.yaml:2), exit 7")
        .contains("| it broke")
        .contains("logs/bad/0/0.1.err")
        .contains("retry --dir .windhover/job");
  }

  /** It ended with exit 70 in the midst of the run, at the first checkpoint that was due. */
  @Test
  void aPolicyThatCountsOnWhatNobodyDoesHereIsRefusedBeforeAnythingStarts() throws Exception {
    program.write(
        "job.yaml",
        """
        policy: {name: checkpoint-migrate, every: 1s}
        tasks:
          - {name: a, command: touch began; sleep 3}
        """);
    Ended ended = program.run("run", "job.yaml");
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err())
        .hasLineCount(1)
        .contains("policy checkpoint-migrate counts on checkpoints")
        .contains("match");
    assertThat(program.run("run", "job.yaml", "--policy", "bag").exit()).isEqualTo(2);
    assertThat(program.run("run", "job.yaml", "--policy", "replicate").err()).contains("run twice");
    assertThat(program.folder().resolve("began")).doesNotExist();
    assertThat(program.folder().resolve(".windhover")).doesNotExist();
  }

  @Test
  void failedWorkIsNotDoneAndKeepsNoDeadline() throws Exception {
    program.write(
        "job.yaml",
        """
        name: broken
        deadline: 10m
        tasks:
          - {name: bad, count: 2, command: "sleep 1; test {index} = 0"}
          - {name: last, count: 98, after: bad, command: echo never}
        """);
    Ended ended = program.run("run", "job.yaml", "--workers", "1", "--json");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.json("deadlineMet")).isEqualTo("false");
    assertThat(ended.err())
        .contains("broken: failed after ")
        .contains("1 succeeded, 1 failed, 98 skipped after a failure")
        .contains("deadline not kept")
        .doesNotContain("done in")
        .doesNotContain("deadline kept")
        .doesNotContain("100/100");
    assertThat(program.run("status").out())
        .contains("broken (job 1): failed after ")
        .contains("deadline not kept")
        .doesNotContain(": done");
    Ended again = program.run("run", "job.yaml");
    assertThat(again.err()).contains("failed after").doesNotContain("earlier run is done");
  }

  @Test
  void keepGoingRunsWhatDoesNotDependOnTheFailure() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: bad, command: exit 7}
          - {name: other, count: 5, command: "true"}
          - {name: last, after: bad, command: echo never}
        """);
    Ended ended = program.run("run", "job.yaml", "--workers", "1", "--keep-going", "--json");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.json("succeeded")).isEqualTo("5");
    assertThat(ended.json("skipped")).isEqualTo("1");
  }

  @Test
  void orderIsKept() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: last, after: [left, right], command: echo last >> order}
          - {name: left, after: first, command: echo middle >> order}
          - {name: right, after: first, command: echo middle >> order}
          - {name: first, count: 3, command: echo first >> order}
        """);
    assertThat(program.run("run", "job.yaml").exit()).isZero();
    assertThat(program.lines("order"))
        .containsExactly("first", "first", "first", "middle", "middle", "last");
  }

  @Test
  void retriesSeeTheirAttempt() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: t, retries: 2, command: 'echo $WINDHOVER_ATTEMPT >> tries;
             test $WINDHOVER_ATTEMPT = 3'}
        """);
    Ended ended = program.run("run", "job.yaml", "--json");
    assertThat(ended.exit()).isZero();
    assertThat(program.lines("tries")).containsExactly("1", "2", "3");
    assertThat(ended.json("retried")).isEqualTo("2");
  }

  @Test
  void timeOutEndsTheWholeTree() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - name: t
            timeout: 1s
            command: |
              sh -c 'echo $$ >> pids; sleep 300' &
              echo $$ >> pids
              sleep 300
        """);
    Ended ended = program.run("run", "job.yaml", "--json");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.json("failures")).contains("\"exit\":null").contains("timed out");
    assertThat(program.lines("pids")).hasSize(2);
    for (String pid : program.lines("pids")) {
      assertThat(Program.runs(pid)).isFalse();
    }
  }

  @Test
  void cleanupIsWaitedFor() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: t, command: "true", cleanup: sleep 3; echo clean >> cleaned}
        """);
    assertThat(program.run("run", "job.yaml").exit()).isZero();
    assertThat(program.lines("cleaned")).containsExactly("clean");
  }

  @Test
  void linesOfStdinAndOfAFile() throws Exception {
    program.write("commands", "# not this\necho a >> seen\n\necho 'b  b' >> seen\n");
    assertThat(program.run("run", "--lines", "commands", "--name", "two").exit()).isZero();
    assertThat(program.lines("seen")).containsExactlyInAnyOrder("a", "b  b");
    assertThat(state("two")).isDirectory();
    assertThat(program.run("run", "--lines", "/dev/null").exit()).isEqualTo(2);
  }

  @Test
  void whatNobodyOffersIsRefusedAtOnce() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: before, command: echo ran >> ran}
          - {name: train, requires: [gpu], after: before, command: "true"}
        """);
    Ended ended = program.run("run", "job.yaml");
    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.err().strip().lines()).hasSize(1);
    assertThat(ended.err()).contains("task train").contains("--offer gpu");
    assertThat(folder.resolve("ran")).doesNotExist();
    assertThat(folder.resolve(".windhover")).doesNotExist();
    assertThat(program.run("run", "job.yaml", "--offer", "gpu").exit()).isZero();
  }

  @Test
  void moreCoresThanWorkersIsRefusedAtOnce() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, cores: 4, command: 'true'}]");
    Ended ended = program.run("run", "job.yaml", "--workers", "2");
    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.err()).contains("--workers 4");
    assertThat(program.run("run", "job.yaml", "--workers", "4").exit()).isZero();
  }

  @Test
  void lateIsFour() throws Exception {
    program.write("job.yaml", "deadline: 1s\ntasks: [{name: t, command: sleep 2}]");
    Ended ended = program.run("run", "job.yaml", "--json");
    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.json("deadlineMet")).isEqualTo("false");
    assertThat(ended.err()).contains("deadline missed by");
  }

  @Test
  void deadlineThatTheStatedRuntimesCannotMeetIsThreeAndNothingStarts() throws Exception {
    program.write("job.yaml", "deadline: 2s\ntasks: [{name: t, runtime: 1h, command: touch ran}]");
    Ended ended = program.run("run", "job.yaml");
    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.err()).contains("the deadline cannot be met", "take 1h by their runtimes");
    assertThat(program.folder().resolve("ran")).doesNotExist();
  }

  @Test
  void deadlineThatHasPassedIsThree() throws Exception {
    program.write(
        "job.yaml", "deadline: 2020-01-01T00:00:00Z\ntasks: [{name: t, command: 'true'}]");
    Ended ended = program.run("run", "job.yaml");
    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.err()).contains("2020-01-01T00:00:00Z");
  }

  @Test
  void badUsageAndBadFilesAreTwo() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, comand: 'true'}]");
    Ended misspelt = program.run("run", "job.yaml");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.err()).contains("job.yaml:1").contains("command");
    for (String workers : List.of("0", "-1", "two", "")) {
      assertThat(program.run("run", "job.yaml", "--workers", workers).exit()).isEqualTo(2);
    }
    assertThat(program.run("run").exit()).isEqualTo(2);
    assertThat(program.run("run", "no-such.yaml").exit()).isEqualTo(2);
    assertThat(program.run("run", "job.yaml", "--policy", "magic").exit()).isEqualTo(2);
    assertThat(folder.resolve(".windhover")).doesNotExist();
  }

  @Test
  void folderInUseIsSixAndNamesTheHolder() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, command: 'echo up >> up; sleep 60'}]");
    Program.Call first = program.start(Map.of(), "run", "job.yaml");
    program.awaitLines("up", 1);
    Ended second = program.run("run", "job.yaml");
    first.signal("TERM");
    assertThat(second.exit()).isEqualTo(6);
    assertThat(second.err()).contains("process " + first.process().pid()).contains("run job.yaml");
    assertThat(first.await().exit()).isEqualTo(130);
  }

  @Test
  void finishedRunIsMovedAside() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, command: 'echo ran >> ran'}]");
    assertThat(program.run("run", "job.yaml").exit()).isZero();
    Ended again = program.run("run", "job.yaml");
    assertThat(again.exit()).isZero();
    assertThat(again.err()).contains(".windhover/job/earlier/1");
    assertThat(program.lines("ran")).hasSize(2);
    assertThat(program.run("run", "job.yaml", "--resume").exit()).isZero();
    assertThat(program.lines("ran")).hasSize(2);
  }

  @Test
  void runBegunAnewFindsNoCheckpointsOfAnEarlierOne() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - name: t
            command: cd "$WINDHOVER_CHECKPOINT_DIR" && test ! -e half && touch half
            checkpoint: {every: 1m}
        """);
    assertThat(program.run("run", "job.yaml").exit()).isZero();
    assertThat(program.run("run", "job.yaml").exit()).isZero();
    assertThat(state("job").resolve("earlier/1/checkpoints/t/0/0/half")).exists();
  }

  private Path state(String job) {
    return folder.resolve(".windhover").resolve(job);
  }
}
