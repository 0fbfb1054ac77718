package io.windhover.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands in a JVM of their own whose output nobody gets. */
final class StandardOutputTest {
  /** A device that has no room, ever. */
  private static final String FULL = "/dev/full";

  private static final String CALM =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios", "calm.yaml")
          .toString();

  @TempDir private Path folder;

  private Typed shell(String script, String... args) throws Exception {
    List<String> under = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    return Typed.apart(folder, under, args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulate %s", "simulate %s --json", "generate montage", "--help"})
  void anAnswerThatIsLostIsNoSuccess(String command) throws Exception {
    Typed typed = shell("exec \"$@\" >" + FULL, command.formatted(CALM).split(" "));

    assertThat(typed.err())
        .isEqualTo("windhover: standard output: cannot be written: No space left on device\n");
    assertThat(typed.exit()).isEqualTo(3);
  }

  /** More than a pipe holds, to a reader that takes none of it. */
  @Test
  void aReaderThatGoesEndsItQuietly() throws Exception {
    Typed typed =
        shell(
            "{ \"$@\"; echo $? >code; } | true; cat code",
            "generate",
            "montage",
            "--tasks",
            "1000");

    assertThat(typed.out()).isEqualTo("0\n");
    assertThat(typed.err()).isEmpty();
  }
}
