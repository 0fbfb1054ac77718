package io.windhover.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * File names beyond ASCII where the locale has none for them: in one line, never "no such file". By
 * hand, without the launcher, which would start Java in another locale.
 */
final class FileNamesTest {
  private static final List<String> ASCII_ONLY = List.of("env", "LC_ALL=C");

  @TempDir private Path folder;

  private void saysItInOneLine(Path where, String... args) throws Exception {
    Typed typed = Typed.apart(where, ASCII_ONLY, args);
    assertThat(typed.exit()).as(typed.err()).isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(typed.err().lines())
        .singleElement()
        .asString()
        .startsWith("windhover: ")
        .endsWith(
            ": this locale has no name for that file, only for those in ASCII; start windhover with"
                + " LC_ALL=C.UTF-8");
  }

  @Test
  void namesThatAreTyped() throws Exception {
    Files.writeString(folder.resolve("job.yaml"), "tasks: [{name: a, command: \"true\"}]\n");
    saysItInOneLine(folder, "run", "gr\u00f6\u00dfe.yaml");
    saysItInOneLine(folder, "validate", "gr\u00f6\u00dfe.yaml");
    saysItInOneLine(folder, "run", "--lines", "gr\u00f6\u00dfe.txt");
    saysItInOneLine(folder, "run", "--dir", "gr\u00f6\u00dfe", "job.yaml");
    saysItInOneLine(folder, "status", "--dir", "gr\u00f6\u00dfe");
  }

  @Test
  void theCurrentFolder() throws Exception {
    Path named = Files.createDirectory(folder.resolve("gr\u00f6\u00dfe"));
    Files.writeString(named.resolve("job.yaml"), "tasks: [{name: a, command: \"true\"}]\n");
    saysItInOneLine(named, "run", "job.yaml");
    saysItInOneLine(named, "status");
  }

  @Test
  void namesInFiles() throws Exception {
    Files.writeString(
        folder.resolve("scenario.yaml"),
        "catalogue: gr\u00f6\u00dfe.yaml\nwork: {job: job.yaml}\ndeadline: 1h\n");
    Typed typed = Typed.apart(folder, ASCII_ONLY, "simulate", "scenario.yaml");
    assertThat(typed.exit()).isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(typed.err()).contains("LC_ALL=C.UTF-8").doesNotContain("internal error");
  }
}
