package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class JobFileProblemsTest {
  private static final String NAME_RULE =
      "is not a name; expected letters, digits, \".\", \"_\" and \"-\", not \".\" or \"-\" first,"
          + " at most 100";

  /** Each line of the table is a wrong field, in line 4 of a file, and what is said of it. */
  @ParameterizedTest
  @CsvFileSource(resources = "task-problems.txt", delimiter = '|', quoteCharacter = '`')
  void aWrongFieldOfATaskIsOneLine(String field, String complaint) {
    String text =
        """
        tasks:
          - {name: point, command: a}
          - {name: merge, command: c,
             %s}
        """;
    assertThat(Sample.complaints(text.formatted(field)))
        .containsExactly("job.yaml:4: tasks[1]." + complaint);
  }

  /** Each line of the table is a whole file, its line ends written \\n, and what is said of it. */
  @ParameterizedTest
  @CsvFileSource(resources = "file-problems.txt", delimiter = '|', quoteCharacter = '`')
  void aWrongFileIsOneLine(String text, String complaint) {
    assertThat(Sample.complaints(text.replace("\\n", "\n").replace("\\t", "\t")))
        .containsExactly("job.yaml:" + complaint.replace("NAME", NAME_RULE));
  }

  @Test
  void allThatIsWrongIsSaidAtOnceInTheOrderOfTheFile() {
    String text =
        """
        deadline: yesterday
        tasks:
          - name: a b
            command: x
            count: none
          - name: b
            commnd: x
            after: c
        extra: 1
        """;
    assertThat(Sample.complaints(text))
        .containsExactly(
            "job.yaml:1: deadline: \"yesterday\" is not a time span; expected one like 90s, 35m or"
                + " 1h30m, or a time like 2026-11-20T18:00:00Z",
            "job.yaml:3: tasks[0].name: \"a b\" " + NAME_RULE,
            "job.yaml:5: tasks[0].count: \"none\" is not a number; expected a whole number from 1"
                + " to 100,000,000",
            "job.yaml:7: tasks[1].commnd: is not a field of a task; did you mean \"command\"?",
            "job.yaml:8: tasks[1].after: there is no task \"c\"; did you mean \"b\"?",
            "job.yaml:9: extra: is not a field of a job; expected one of name, deadline, policy,"
                + " env, outputs, tasks");
  }

  @Test
  void twentyProblemsAreListedAndTheRestIsCounted() {
    String text = "tasks:\n" + "- {name: a b, command: x}\n".repeat(3_000);
    assertThatThrownBy(() -> Sample.read(text))
        .isInstanceOfSatisfying(
            JobFileException.class,
            e -> {
              assertThat(e.problems()).hasSize(20);
              assertThat(e.problems().get(19).line()).isEqualTo(21);
              assertThat(e.count()).isEqualTo(3_000);
              assertThat(e.getMessage().lines()).hasSize(20);
            });
  }

  @Test
  void aLongCycleIsShortened() {
    var text = new StringBuilder("tasks:\n");
    for (int i = 0; i < 1_000; i++) {
      text.append("- {name: t%d, command: x, after: t%d}\n".formatted(i, (i + 1) % 1_000));
    }
    assertThat(Sample.complaints(text.toString()))
        .containsExactly(
            "job.yaml:2: tasks[0].after: t0 -> t1 -> t2 -> t3 -> t4 -> t5 -> t6 -> t7 -> ... (1,000"
                + " tasks) -> t0 wait for each other; expected an order without a cycle");
  }

  @Test
  void bytesThatAreNoTextAreNamedByLine() {
    byte[] nul = "tasks:\n- name: a\0b\n".getBytes(StandardCharsets.UTF_8);
    byte[] latin = "tasks:\n- name: \u00e4\n".getBytes(StandardCharsets.ISO_8859_1);
    byte[] cut = {'a', ':', ' ', (byte) 0xc3};
    byte[] wide = "tasks: []".getBytes(StandardCharsets.UTF_16);
    assertThat(Sample.complaints(nul))
        .containsExactly("job.yaml:2: name: control character 0x00; expected text");
    assertThat(Sample.complaints(latin))
        .containsExactly("job.yaml:2: byte 0xe4 is not UTF-8; expected UTF-8 text");
    assertThat(Sample.complaints(cut))
        .containsExactly("job.yaml:1: byte 0xc3 is not UTF-8; expected UTF-8 text");
    assertThat(Sample.complaints(wide))
        .containsExactly("job.yaml:1: byte 0xfe is not UTF-8; expected UTF-8 text");
  }

  @Test
  void aMessageStaysOnOneLineWhateverItQuotes() {
    List<String> complaints =
        Sample.complaints("tasks: [{name: \"a\\n\\e[31m\\u2028b\", command: x}]");
    assertThat(complaints)
        .containsExactly("job.yaml:1: tasks[0].name: \"a\\n\\u001b[31m\\u2028b\" " + NAME_RULE);
    assertThat(new Problem("a\nb", 0, "", "is odd").toString()).isEqualTo("a\\nb: is odd");
  }

  @Test
  void whatIsNoFileIsSaidSo(@TempDir Path folder) {
    assertThatThrownBy(() -> JobFileReader.read(folder))
        .hasMessage(folder + ": is a folder; expected a file");
    Path missing = folder.resolve("missing.yaml");
    assertThatThrownBy(() -> JobFileReader.read(missing))
        .hasMessage(missing + ": no such file; expected a job file");
  }
}
