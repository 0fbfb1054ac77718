package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who asks for quiet hears what goes wrong, and nothing else. */
@Timeout(120)
final class QuietRunTest {
  @TempDir private Path home;

  private Typed run(String file, String option) {
    return Typed.here("run", home.resolve(file).toString(), option);
  }

  @Test
  void nothingIsSaidOfAnEarlierRun() throws IOException {
    Files.writeString(home.resolve("fit.yaml"), "tasks: [{name: a, command: 'true'}]");
    assertThat(run("fit.yaml", "-q").err()).isEmpty();
    Typed again = run("fit.yaml", "-q");
    assertThat(again.exit()).isZero();
    assertThat(again.err()).isEmpty();
    assertThat(run("fit.yaml", "--json").err()).contains("an earlier run is over; it is kept in");
  }

  @Test
  void aFailureIsSaid() throws IOException {
    Files.writeString(home.resolve("bad.yaml"), "tasks: [{name: a, command: exit 7}]");
    assertThat(run("bad.yaml", "--quiet").err()).startsWith("failed: a (").contains("exit 7");
  }
}
