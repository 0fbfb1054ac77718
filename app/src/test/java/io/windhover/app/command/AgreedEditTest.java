package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is asked for --yes can say it there, and nobody says it in vain. */
@Timeout(120)
final class AgreedEditTest {
  @TempDir private Path home;
  private Path file;

  @BeforeEach
  void aTaskThatFails() throws IOException {
    file = Files.writeString(home.resolve("fit.yaml"), "tasks: [{name: a, command: exit 3}]");
    assertThat(typed("run", file.toString()).exit()).isEqualTo(1);
  }

  private Typed typed(String command, String... more) {
    var args = new ArrayList<>(List.of(command));
    args.addAll(List.of(more));
    args.addAll(List.of("--dir", home.resolve("state").toString()));
    return Typed.here(args.toArray(String[]::new));
  }

  @Test
  void retryTakesTheYesThatItAsksFor() throws IOException {
    Files.writeString(file, "tasks: [{name: a, command: exit 0}]");
    Typed asked = typed("retry", "--run");
    assertThat(asked.exit()).isEqualTo(2);
    assertThat(asked.err()).contains("a: command: exit 3 -> exit 0").contains("add --yes to carry");

    Typed agreed = typed("retry", "--run", "--yes");
    assertThat(agreed.exit()).as(agreed.err()).isZero();
    assertThat(typed("status").out()).contains("1 task: 1 succeeded");
  }

  @Test
  void aYesToNoQuestionIsRefused() {
    Typed run = typed("run", file.toString(), "--yes");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "windhover: --yes goes with --resume, which asks about an edit;"
                + " see windhover run --help\n");
    Typed retry = typed("retry", "--yes");
    assertThat(retry.exit()).isEqualTo(2);
    assertThat(retry.err()).startsWith("windhover: --yes goes with --run, which asks");
    assertThat(typed("status").out()).contains("1 task: 1 failed");
  }
}
