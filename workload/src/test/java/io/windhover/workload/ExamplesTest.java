package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples are what people read first: they are right, and they run with nothing but sh. */
class ExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"quickstart", "sweep", "pipeline", "annotated", "plan"})
  void everyTaskSucceedsInTheEnd(String name) throws Exception {
    JobFile file = JobFileReader.read(EXAMPLES.resolve(name + ".yaml"));
    assertThat(file.spec().name()).isEqualTo(name);
    runAll(file);
  }

  @Test
  void commandsSucceed() throws Exception {
    JobFile file = LinesReader.read(EXAMPLES.resolve("commands.txt"), EXAMPLES);
    assertThat(file.spec().taskCount()).isEqualTo(5);
    runAll(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit.sbatch", "star.job"})
  void filesOfOtherProgramsSucceed(String name) throws Exception {
    JobFile file = JobFileReader.read(EXAMPLES.resolve("formats").resolve(name));
    assertThat(file.spec().name()).isEqualTo(name.substring(0, name.indexOf('.')));
    assertThat(file.spec().taskCount()).isEqualTo(10);
    runAll(file);
  }

  @Test
  void theSweepNeedsItsRetries() throws Exception {
    TaskGroup point = JobFileReader.read(EXAMPLES.resolve("sweep.yaml")).spec().groups().get(0);
    assertThat(exitCode(point.script(), 3, 1)).isEqualTo(1);
    assertThat(exitCode(point.script(), 3, 2)).isZero();
  }

  @Test
  void theAnnotatedOneShowsEveryField() throws IOException {
    String text = Files.readString(EXAMPLES.resolve("annotated.yaml"));
    for (String field : Names.JOB_FIELDS) {
      assertThat(text).containsPattern("(?m)^" + field + ":");
    }
    for (String field : Names.TASK_FIELDS) {
      assertThat(text).containsPattern("(?m)^  [- ] " + field + ":");
    }
  }

  private void runAll(JobFile file) throws IOException, InterruptedException {
    for (TaskGroup group : file.spec().groups()) {
      for (int index = 0; index < group.count(); index++) {
        int attempt = 1;
        while (exitCode(group.script(), index, attempt) != 0) {
          assertThat(attempt++)
              .as("%s/%d", group.name(), index)
              .isLessThanOrEqualTo(group.retries());
        }
      }
    }
  }

  private int exitCode(Script script, int index, int attempt)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(List.of("sh", "-c", script.commandOf(index)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    process.environment().putAll(script.env());
    process.environment().put("WINDHOVER_JOB", "job");
    process.environment().put("WINDHOVER_ATTEMPT", Integer.toString(attempt));
    return process.start().waitFor();
  }
}
