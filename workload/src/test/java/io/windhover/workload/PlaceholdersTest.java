package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A misspelt {index} is named; the many other braces of commands are left alone. */
class PlaceholdersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "./simulate --seed {indx}",
        "./simulate --seed {Index}",
        "./simulate --seed {INDEX}",
        "./simulate --seed { index }",
        "./simulate --seed {idx}",
        "./simulate --seed={i}",
        "./simulate \"out/{indx}.csv\"",
        "./simulate --seed {index} --out '{index}'/{inedx}",
        "awk '{print $1}' < in > out.{indx}",
      })
  void isNamed(String command) {
    assertThat(Placeholders.complaint(command))
        .hasValueSatisfying(why -> assertThat(why).contains("did you mean {index}?"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./simulate --seed {index}",
        "cp a.{txt,bak} {a,b}/ {1..3}",
        "echo ${index} ${indx} ${i} $index",
        "awk '{print $1}' in",
        "awk '{i}' in; awk '{ Index }' in",
        "for i in 1 2; do { echo $i; }; done",
        "curl -d '{\"index\": 3}' http://localhost",
        "curl -d {\"i\":3} http://localhost",
        "python3 -c 'for i in range(3): print(f\"{i}\")'",
        "python3 -c \"print(f'{i}')\"",
        "ls | xargs -I{i} cp {i} {i}.bak",
        "ls | xargs -I {indx} cp {indx} x",
        "find . -exec rm {} +",
        "printf '{indx}'",
        "{info} {indices} {id} {in}",
      })
  void isLeftAlone(String command) {
    assertThat(Placeholders.complaint(command)).isEmpty();
  }

  @Test
  void theComplaintHasItsLineAndField() {
    assertThat(
            Sample.complaints(
                """
                tasks:
                  - name: point
                    count: 3
                    command: ./simulate {indx}
                    cleanup: [rm, "out.{idx}"]
                """))
        .containsExactly(
            "job.yaml:4: tasks[0].command: {indx} is not replaced; did you mean {index}? (in single"
                + " quotes it stays as it is)",
            "job.yaml:5: tasks[0].cleanup: {idx} is not replaced; did you mean {index}? (in single"
                + " quotes it stays as it is)");
  }

  /** Scripts of other programs travel as commands, and know no placeholder. */
  @Test
  void whatIsSubmittedIsNotGuessedAt() throws JobFileException {
    JobFile file = Sample.read("#!/bin/sh\n#SBATCH --array=0-2\necho {i}\n");
    assertThat(SubmissionReader.read(SubmissionText.of(file.spec()))).isEqualTo(file.spec());
  }
}
