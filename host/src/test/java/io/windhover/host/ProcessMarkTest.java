package io.windhover.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessMarkTest {
  @TempDir private Path folder;

  private ProcessMark sleeper() throws Exception {
    return DetachedProcess.start(
        List.of("sleep", "300"), folder, Map.of(), folder.resolve("output"));
  }

  @Test
  void aProcessIsKnownAgainFromItsFile() throws Exception {
    ProcessMark process = sleeper();
    process.write(folder.resolve("pid"));
    ProcessMark read = ProcessMark.read(folder.resolve("pid")).orElseThrow();
    assertThat(read).isEqualTo(process);
    assertThat(read.isRunning()).isTrue();
    read.end(Duration.ofSeconds(20));
    assertThat(process.isRunning()).isFalse();
  }

  /** The number is used again by another process: it is neither seen as ours nor harmed. */
  @Test
  void anotherProcessOfTheSameNumberIsLeftAlone() throws Exception {
    ProcessMark process = sleeper();
    var before = new ProcessMark(process.pid(), "1 " + process.start());
    assertThat(before.isRunning()).isFalse();
    before.end(Duration.ofSeconds(1));
    before.kill();
    assertThat(process.isRunning()).isTrue();
    process.kill();
    assertThat(process.isRunning()).isFalse();
  }

  @Test
  void aDamagedFileNamesNobody() throws Exception {
    Path file = folder.resolve("pid");
    assertThat(ProcessMark.read(file)).isEmpty();
    for (String text : List.of("", "12", "x y", "-5 3")) {
      Files.writeString(file, text);
      assertThat(ProcessMark.read(file)).isEmpty();
    }
  }
}
