package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.TaskGroup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kestrel's own job files. */
final class KestrelReaderTest {
  @TempDir private Path folder;

  private JobFile read(String text) throws JobFileException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return JobFileReader.read("star.job", in, folder);
  }

  private void refused(String text, String... lines) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(JobFileException.class)
        .hasMessage(String.join("\n", lines));
  }

  private String output(String command, int index) throws Exception {
    return ScriptRun.of(read("[job]\ncommand=" + command), index, folder, Map.of()).output();
  }

  @Test
  void aJobWithEverything() throws JobFileException {
    JobFile job =
        read(
            """
            ; proton collisions
            [job]
            queue = 50000
            command = /runtask.sh --site "a b"
            Cleanup: /cleanfiles.sh
            requires=Python2.6 SleekXMPP
                     # a remark
                     site=clemson
            """);
    TaskGroup task = job.spec().groups().get(0);

    assertThat(job.spec().name()).isEqualTo("star");
    assertThat(task.name()).isEqualTo("task");
    assertThat(task.count()).isEqualTo(50_000);
    assertThat(task.script().commandOf(49_999)).isEqualTo("/runtask.sh --site \"a b\" 49999");
    assertThat(task.script().cleanupOf(49_999)).isEqualTo("/cleanfiles.sh");
    assertThat(task.need().requires()).containsExactly("Python2.6", "SleekXMPP", "site=clemson");
  }

  @Test
  void onlyTheCommandIsNeeded() throws JobFileException {
    JobFile job = read("[job]\ncommand=date\n");

    assertThat(job.spec().taskCount()).isEqualTo(1);
    assertThat(job.spec().groups().get(0).script().commandOf(0)).isEqualTo("date 0");
    assertThat(job.spec().groups().get(0).script().cleanup()).isEmpty();
  }

  @Test
  void theTasksNumberIsTheLastArgumentAndNothingElseIsReplaced() throws Exception {
    assertThat(output("echo a", 7)).isEqualTo("a 7\n");
    assertThat(output("echo {index} '{index}' \"it's {index}\" ümläut", 7))
        .isEqualTo("{index} {index} it's {index} ümläut 7\n");
    assertThat(output("A=1; printf '%s|' \"$A\" {index} %d", 12)).isEqualTo("1|{index}|%d|12|");
    assertThat(output("echo a;\n echo {index}", 3)).isEqualTo("a\n{index} 3\n");
  }

  @Test
  void aCleanupKeepsItsTextToo() throws Exception {
    var script =
        read("[job]\ncommand=true\ncleanup=echo '{index}'\n").spec().groups().get(0).script();

    assertThat(script.cleanupOf(5)).isEqualTo("eval 'echo '\\''{''index}'\\'''");
  }

  @Test
  void everyMistakeHasItsLine() {
    refused(
        """
        [job]
        comand=./run
        queue=many
        requires=linux gp*u
        cleanup
        queue=4
        [more]
        """,
        "star.job:2: comand: is not a field of a job; did you mean \"command\"?",
        "star.job:3: queue: \"many\" is no number of tasks; expected a whole number from 1 to"
            + " 100,000,000",
        "star.job:4: requires: \"gp*u\" is not a label; expected letters, digits and any of"
            + " \"._:=/+-\", at most 100",
        "star.job:5: \"cleanup\" has no value; expected NAME = VALUE",
        "star.job:6: queue: is written twice, first in line 3",
        "star.job:7: \"[more]\" is a second section; expected only [job]");
    refused("[jobs]\ncommand=a\n", "star.job:1: \"[jobs]\" is no section of a job; expected [job]");
    refused(
        "[job]\nqueue=5\n",
        "star.job:1: command: is missing; expected the command that every task runs");
    refused("[job]\ncommand=\n", "star.job:2: command: is empty; expected a command");
    refused(
        "[job]\nqueue=0\ncommand=a\n",
        "star.job:2: queue: \"0\" is no number of tasks; expected a whole number from 1 to"
            + " 100,000,000");
  }

  @Test
  void aListInYamlIsStillNoJob() {
    refused("[1, 2]\n", "star.job:1: the file holds a list; expected a map with tasks");
  }
}
