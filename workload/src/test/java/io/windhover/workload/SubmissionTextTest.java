package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.JobSpec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job arrives at a pool as it was written in its file. */
class SubmissionTextTest {
  /** Every field of a task, each with a value that is not the usual one. */
  private static final String EVERYTHING =
      """
      name: _all
      deadline: 2026-11-20T18:00:00.5+01:00
      env: {MODE: fast, "A": "\\"\\\\\\n\u00fc"}
      outputs: https://host/path
      tasks:
        - name: first
          command: "true"
        - name: point
          count: 1000
          command: ./simulate.sh --seed {index}
          kind: simulate
          requires: [linux, python3]
          cores: 2
          memory: 200MB
          runtime: {c3.large: 3m, c4.large: 2m40s}
          priority: -3
          interruptible: false
          retries: 2
          timeout: 10m
          cleanup: rm -rf scratch
          env: {MODE: slow}
          checkpoint: {every: 1500ms, how: 'command ./save.sh "a b"'}
          after: [first]
        - name: check
          count: 1000
          command: ./check.sh {index}
          after: [point/{index}]
          parallel: 7
      """;

  private static JobSpec sent(JobSpec spec) throws JobFileException {
    String text = SubmissionText.of(spec);
    assertThat(SubmissionReader.saysItsForm(text)).isTrue();
    return SubmissionReader.read(text);
  }

  @Test
  void everyFieldOfAJobFileArrives() throws JobFileException {
    JobSpec spec = Sample.read(EVERYTHING).spec();
    assertThat(sent(spec)).isEqualTo(spec);
    for (String field : Names.TASK_FIELDS) {
      assertThat(EVERYTHING)
          .as("a field that this test forgot")
          .containsPattern("(?m)^  [- ] " + field + ":");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tasks: [{name: a, command: ls}]",
        "tasks: [{name: a, command: ls, runtime: 0}]",
        "deadline: 90d\ntasks: [{name: b, command: ls, runtime: 1ms, after: a}, {name: a,"
            + " command: ls, count: 7}]",
        "env: {A: b}\ntasks: [{name: a, command: ls}, {name: b, command: ls, env: {C: d}}]",
        "#!/bin/sh\n#SBATCH --array=3,5-9\n#SBATCH --export=A=b\necho $SLURM_ARRAY_TASK_ID\n",
        "[job]\ncommand = echo {index}\nqueue = 4\nrequires = Python2.6, Linux\n",
      })
  void whateverAFileSaysArrives(String text) throws JobFileException {
    JobFile file = Sample.read(text).withKeepGoing(true);
    assertThat(sent(file.spec())).isEqualTo(file.spec());
  }

  @Test
  void aListOfCommandsArrivesLineByLine() throws JobFileException {
    var lines =
        new ByteArrayInputStream("echo 1\necho '\u00fc'\n".getBytes(StandardCharsets.UTF_8));
    JobSpec spec = LinesReader.read("cmds.txt", lines, Path.of("/jobs")).spec();
    assertThat(sent(spec)).isEqualTo(spec);
  }

  @Test
  void theTextIsAsTheDocumentsShowIt() throws JobFileException {
    JobSpec spec =
        Sample.read("name: sweep\ndeadline: 35m\ntasks: [{name: p, count: 3, command: ./p}]")
            .spec();
    assertThat(SubmissionText.of(spec))
        .isEqualTo(
            "{\"windhover\":1,\"name\":\"sweep\",\"folder\":\"/jobs\",\"deadline\":\"35m\","
                + "\"tasks\":[{\"name\":\"p\",\"count\":3,\"command\":\"./p\",\"cores\":1,"
                + "\"memory\":\"0B\",\"priority\":0,\"interruptible\":true,\"retries\":0}]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "0", "\"1\"", "null", "1.5", "[1]"})
  void anUnknownFormIsTheOnlyComplaint(String version) {
    String text = "{\"name\":\"a b\",\"windhover\":" + version + ",\"whatever\":[]}";
    assertThat(SubmissionReader.saysItsForm(text)).isTrue();
    assertThatThrownBy(() -> SubmissionReader.read(text))
        .isInstanceOfSatisfying(
            JobFileException.class,
            e -> {
              assertThat(e.count()).isEqualTo(1);
              assertThat(e.problems().get(0).field()).isEqualTo("windhover");
              assertThat(e).hasMessageContaining("does not know; expected 1");
            });
  }

  @Test
  void whatIsNoMapOrNoJsonDoesNotSayItsForm() {
    for (String text : List.of("", "[]", "{\"name\":\"a\",\"groups\":[]}", "{\"windhover", "7")) {
      assertThat(SubmissionReader.saysItsForm(text)).as(text).isFalse();
    }
  }

  @Test
  void aCountThatIsNotThatOfTheCommandsIsNamed() {
    assertThatThrownBy(
            () ->
                SubmissionReader.read(
                    "{\"windhover\":1,\"name\":\"a\",\"tasks\":[{\"name\":\"t\",\"count\":3,"
                        + "\"commands\":[\"a\",\"b\"]}]}"))
        .hasMessageContaining("tasks[0].count: 3 tasks have 2 commands; expected as many");
  }

  /** Kestrel's files say nothing of {index}: there it is a text like any other. */
  @Test
  void aCommandOfKestrelThatHoldsBracesArrives() throws JobFileException {
    JobSpec spec =
        KestrelReader.read(
                "star.job",
                "[job]\nqueue = 3\ncommand = echo {index}\n",
                Path.of("/jobs"),
                new Problems("star.job"))
            .spec();
    assertThat(sent(spec)).isEqualTo(spec);
  }
}
