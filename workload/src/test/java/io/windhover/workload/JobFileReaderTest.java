package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileReaderTest {
  @Test
  void everyFieldArrivesWhereItBelongs() throws JobFileException {
    JobFile file = Sample.read(Sample.SWEEP);
    JobSpec spec = file.spec();
    assertThat(spec.name()).isEqualTo("sweep");
    assertThat(spec.folder()).isEqualTo("/jobs");
    assertThat(spec.deadline()).isEqualTo(new Deadline.Within(35 * 60_000));
    assertThat(spec.keepGoing()).isFalse();
    assertThat(spec.taskCount()).isEqualTo(1001);
    assertThat(file.policy()).isEqualTo(new PolicyChoice("match", Map.of(), file.policy().line()));
    assertThat(file.runnable()).isTrue();

    TaskGroup point = spec.groups().get(0);
    assertThat(point.name()).isEqualTo("point");
    assertThat(point.count()).isEqualTo(1000);
    assertThat(point.script().commandOf(7)).isEqualTo("./simulate.sh --seed 7");
    assertThat(point.script().cleanup()).isEqualTo("rm -rf scratch");
    assertThat(point.script().env()).containsExactly(entry("MODE", "fast"));
    assertThat(point.kind()).isEqualTo("simulate");
    assertThat(point.need().requires()).containsExactly("linux", "python3");
    assertThat(point.need().memoryBytes()).isEqualTo(200_000_000);
    assertThat(point.runtime().millisByType())
        .containsExactly(entry("c3.large", 180_000L), entry("c4.large", 160_000L));
    assertThat(point.retries()).isEqualTo(2);
    assertThat(point.timeoutMillis()).isEqualTo(600_000);
    assertThat(point.checkpointEveryMillis()).isEqualTo(300_000);
    assertThat(point.interruptible()).isTrue();
  }

  @Test
  void whatIsLeftOutHasADefault() throws JobFileException {
    JobFile file = Sample.read("tasks: [{name: merge, command: ./merge.sh}]");
    assertThat(file.spec().name()).isEqualTo("job");
    assertThat(file.spec().deadline()).isEqualTo(new Deadline.None());
    assertThat(file.policy().stated()).isFalse();
    TaskGroup merge = file.spec().groups().get(0);
    assertThat(merge.count()).isEqualTo(1);
    assertThat(merge.kind()).isEqualTo("merge");
    assertThat(merge.need().requires()).isEmpty();
    assertThat(merge.need().cores()).isEqualTo(1);
    assertThat(merge.need().memoryBytes()).isZero();
    assertThat(merge.runtime()).isEqualTo(RuntimeEstimate.UNKNOWN);
    assertThat(merge.priority()).isZero();
    assertThat(merge.interruptible()).isTrue();
    assertThat(merge.retries()).isZero();
    assertThat(merge.timeoutMillis()).isZero();
    assertThat(merge.checkpointEveryMillis()).isZero();
    assertThat(merge.script().cleanup()).isEmpty();
  }

  @Test
  void groupsComeAfterWhatTheyWaitForAndOtherwiseAsInTheFile() throws JobFileException {
    JobFile file =
        Sample.read(
            """
            tasks:
              - {name: last, after: [left, right], command: a}
              - {name: left, after: first, command: b}
              - {name: alone, command: c}
              - {name: right, after: [first, first], command: d}
              - {name: first, command: e}
            """);
    List<TaskGroup> groups = file.spec().groups();
    assertThat(groups)
        .extracting(TaskGroup::name)
        .containsExactly("alone", "first", "left", "right", "last");
    assertThat(groups)
        .extracting(TaskGroup::after)
        .containsExactly(List.of(), List.of(), List.of(1), List.of(1), List.of(2, 3));
  }

  @Test
  void tasksOfAnArrayCanComeAfterThoseOfTheSameIndex() throws JobFileException {
    JobFile file =
        Sample.read(
            """
            tasks:
              - {name: count, count: 3, after: [align/{index}, trim], command: a, parallel: 2}
              - {name: align, count: 3, after: "trim/{index}", command: b}
              - {name: trim, count: 3, command: c}
            """);
    List<TaskGroup> groups = file.spec().groups();
    assertThat(groups).extracting(TaskGroup::name).containsExactly("trim", "align", "count");
    assertThat(groups)
        .extracting(TaskGroup::after)
        .containsExactly(List.of(), List.of(0), List.of(0, 1));
    assertThat(groups)
        .extracting(TaskGroup::byIndex)
        .containsExactly(List.of(), List.of(0), List.of(1));
    assertThat(groups).extracting(TaskGroup::parallel).containsExactly(0, 0, 2);
  }

  @Test
  void jsonIsReadToo() throws JobFileException {
    String json =
        """
        {
        \t"name": "sweep",
        \t"deadline": "2026-11-20T18:00+01:00",
        \t"tasks": [
        \t\t{"name": "point", "count": 1e1, "command": "echo \\ud83d\\ude00 \\/", "cores": 2}
        \t]
        }
        """;
    JobFile file = Sample.read(json);
    assertThat(file.spec().deadline())
        .isEqualTo(new Deadline.At(Instant.parse("2026-11-20T17:00:00Z").toEpochMilli()));
    TaskGroup point = file.spec().groups().get(0);
    assertThat(point.count()).isEqualTo(10);
    assertThat(point.script().commands()).containsExactly("echo \ud83d\ude00 /");
  }

  @Test
  void yamlInBracesIsYaml() throws JobFileException {
    JobFile file = Sample.read("{name: x, tasks: [{name: a, command: b}]}");
    assertThat(file.spec().name()).isEqualTo("x");
  }

  @Test
  void variablesOfATaskAddToThoseOfTheJobAsTheyAreWritten() throws JobFileException {
    JobFile file =
        Sample.read(
            """
            env: {A: job, B: 010, C: true}
            tasks:
              - {name: a, command: x, env: {A: task, D: 1.50, E: "", F: no}}
            """);
    assertThat(file.spec().groups().get(0).script().env())
        .containsExactly(
            entry("A", "task"),
            entry("B", "010"),
            entry("C", "true"),
            entry("D", "1.50"),
            entry("E", ""),
            entry("F", "no"));
  }

  @Test
  void aListOfWordsReachesTheProgramUnchanged() throws JobFileException {
    JobFile file =
        Sample.read("tasks: [{name: a, command: [echo, it's, $HOME, 5, '', '{index}', if, A=b]}]");
    assertThat(file.spec().groups().get(0).script().commands())
        .containsExactly("echo 'it'\\''s' '$HOME' 5 '' '{index}' 'if' 'A=b'");
  }

  @Test
  void settingsOfAPolicyKeepTheirOrder() throws JobFileException {
    JobFile file =
        Sample.read("policy: {zeal: 0.5, name: bag, Alpha: x}\ntasks: [{name: a, command: b}]");
    assertThat(file.policy().name()).isEqualTo("bag");
    assertThat(file.policy().settings()).containsExactly(entry("zeal", "0.5"), entry("Alpha", "x"));
    assertThat(Sample.read("policy: bag\ntasks: [{name: a, command: b}]").policy().name())
        .isEqualTo("bag");
  }

  @Test
  void aliasesStandForWhatTheyName() throws JobFileException {
    JobFile file =
        Sample.read(
            """
            tasks:
              - {name: a, command: x, requires: &needs [linux, gpu]}
              - {name: b, command: x, requires: *needs}
            """);
    assertThat(file.spec().groups().get(1).need().requires()).containsExactly("gpu", "linux");
  }

  @Test
  void aTaskWithoutACommandCanOnlyBeSimulated() throws JobFileException {
    JobFile file = Sample.read("tasks: [{name: a, runtime: 3m}, {name: b, command: x}]");
    assertThat(file.runnable()).isFalse();
  }

  @Test
  void aCommandOfManyLinesQuotesAndSignsArrivesUnmangled() throws JobFileException {
    String big = "x".repeat(100_000);
    JobFile file =
        Sample.read(
            "tasks:\n  - name: a\n    command: |-\n      echo \"a 'b' \u00e4 \ud83d\ude00\"\n\n"
                + "      printf '%s' "
                + big
                + "\n");
    assertThat(file.spec().groups().get(0).script().commands())
        .containsExactly("echo \"a 'b' \u00e4 \ud83d\ude00\"\n\nprintf '%s' " + big);
  }

  @Test
  void keepGoingComesFromTheCommandLine() throws JobFileException {
    JobFile file = Sample.read(Sample.SWEEP).withKeepGoing(true);
    assertThat(file.spec().keepGoing()).isTrue();
    assertThat(file.spec().groups()).hasSize(2);
  }

  @Test
  void theFileGivesNameAndFolder(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("my sweep.v2.yaml");
    Files.writeString(path, "\ufefftasks: [{name: a, command: b}]\r\n");
    JobSpec spec = JobFileReader.read(path).spec();
    assertThat(spec.name()).isEqualTo("my-sweep.v2");
    assertThat(spec.folder()).isEqualTo(folder.toString());
    assertThat(Names.ofFile("/a/.yaml")).isEqualTo("yaml");
    assertThat(Names.ofFile("..")).isEqualTo("job");
    assertThat(Names.ofFile("x".repeat(200))).hasSize(100);
  }

  @Test
  void theSummarySaysWhatIsNeededAndHowLongItTakesAtLeast() throws JobFileException {
    JobSummary summary =
        Sample.read(
                """
                tasks:
                  - {name: a, count: 10, runtime: 3m, cores: 4, requires: gpu}
                  - {name: b, after: a, runtime: {slow: 5m, fast: 2m}, memory: 1GiB}
                  - {name: c, runtime: 4m, requires: [gpu, linux]}
                """)
            .summary();
    assertThat(summary)
        .isEqualTo(
            new JobSummary(
                "job", 12, 3, false, 300_000, 2_160_000, 0, List.of("gpu", "linux"), 4, 1L << 30));
    assertThat(Sample.read(Sample.SWEEP).summary().criticalPathMillis()).isEqualTo(-1);
    assertThat(Sample.read(Sample.SWEEP).summary().totalRuntimeMillis()).isEqualTo(-1);
  }

  @Test
  void manyGroupsAreNoTrouble() throws JobFileException {
    var text = new StringBuilder("tasks:\n");
    for (int i = 0; i < 30_000; i++) {
      text.append("- {name: t").append(i).append(", command: 'true'");
      text.append(i > 0 ? ", after: t" + (i - 1) + "}\n" : "}\n");
    }
    var in = new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8));
    JobFile file = JobFileReader.read("chain.yaml", in, Path.of("/jobs"));
    assertThat(file.spec().groups()).hasSize(30_000);
    assertThat(file.spec().groups().get(29_999).after()).containsExactly(29_998);
  }
}
