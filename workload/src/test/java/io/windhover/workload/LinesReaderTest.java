package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.TaskGroup;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesReaderTest {
  private static JobFile read(String text) throws JobFileException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JobFile read(byte[] bytes) throws JobFileException {
    return LinesReader.read("commands.txt", new ByteArrayInputStream(bytes), Path.of("/jobs"));
  }

  @Test
  void eachLineIsACommand() throws JobFileException {
    JobFile file =
        read("echo a\n\n   \t\n# a remark\n  echo \"b  #c\" '\u00e4'\\\r\n\r\necho {index}");
    TaskGroup line = file.spec().groups().get(0);
    assertThat(file.spec().name()).isEqualTo("commands");
    assertThat(file.runnable()).isTrue();
    assertThat(line.name()).isEqualTo("line");
    assertThat(line.count()).isEqualTo(3);
    assertThat(line.script().commands())
        .containsExactly("echo a", "  echo \"b  #c\" '\u00e4'\\", "echo {index}");
    assertThat(line.script().commandOf(2)).isEqualTo("echo 2");
  }

  @Test
  void oneCommandWithoutALineEndIsEnough() throws JobFileException {
    assertThat(read("\ufeffecho").spec().groups().get(0).script().commands())
        .containsExactly("echo");
  }

  @Test
  void everyBadLineIsNamed() {
    String text = "echo a\n" + "x".repeat(131_072) + "\n\necho \0\necho \u00ff\n";
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(JobFileException.class)
        .hasMessage(
            """
            commands.txt:2: command: the line is too long; expected at most 131,071 bytes
            commands.txt:4: command: control character 0x00; expected text
            commands.txt:5: command: the line is not UTF-8; expected UTF-8 text\
            """);
  }

  @Test
  void aMissingFileIsSaidWithWhatWasExpected() {
    Path missing = Path.of("no/such.txt");
    assertThatThrownBy(() -> LinesReader.read(missing, Path.of("/jobs")))
        .hasMessage("no/such.txt: no such file; expected a file of commands");
  }

  @Test
  void theLongestLineIsStillRead() throws JobFileException {
    assertThat(read("x".repeat(131_071) + "\r\n").spec().taskCount()).isEqualTo(1);
  }

  @Test
  void noCommandsAreNoJob() {
    assertThatThrownBy(() -> read("\n# nothing\n"))
        .hasMessage("commands.txt:1: the file holds no commands; expected one on each line");
  }

  @Test
  void aStreamWithoutEndIsStopped() {
    assertThatThrownBy(() -> LinesReader.read("stdin", new Endless('\n'), Path.of("/jobs")))
        .hasMessageMatching("stdin:\\d+: the file is too large; expected at most 256 MiB");
    assertThatThrownBy(() -> LinesReader.read("stdin", new Endless('x'), Path.of("/jobs")))
        .hasMessage("stdin:1: the file is too large; expected at most 256 MiB");
  }

  @Test
  void aMillionLinesAreRead() throws JobFileException {
    var text = new StringBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      text.append("echo ").append(i).append('\n');
    }
    JobFile file = read(text.toString());
    assertThat(file.spec().taskCount()).isEqualTo(1_000_000);
    assertThat(file.spec().groups().get(0).script().commandOf(999_999)).isEqualTo("echo 999999");
  }

  @Test
  void moreThanTwoMillionAreNot() {
    String text = "true\n".repeat(LinesReader.LINES_MAX + 1);
    assertThatThrownBy(() -> read(text))
        .hasMessage("commands.txt:2000001: too many commands; expected at most 2,000,000");
  }

  @Test
  void aFileIsReadOrItsAbsenceIsSaid(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("commands.txt");
    Files.writeString(path, "echo a\n");
    assertThat(LinesReader.read(path, folder).spec().folder()).isEqualTo(folder.toString());
    assertThatThrownBy(() -> LinesReader.read(folder, folder))
        .hasMessage(folder + ": is a folder; expected a file");
  }

  /** The same byte for ever. */
  private static final class Endless extends InputStream {
    private final byte value;

    Endless(char value) {
      this.value = (byte) value;
    }

    @Override
    public int read() {
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      java.util.Arrays.fill(bytes, offset, offset + length, value);
      return length;
    }
  }
}
