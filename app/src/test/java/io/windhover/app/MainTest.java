package io.windhover.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void versionIsOneLine() {
    assertThat(run(false, Main.commandLine(), "--version")).isZero();
    assertThat(out.toString().strip()).matches("windhover \\d+\\.\\d+\\.\\d+( \\(\\S+\\))?");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void badUsageIsOneLineAndExit2() {
    assertThat(run(false, Main.commandLine(), "--versio")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .startsWith("windhover: unknown option --versio (did you mean --version?); see ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run x --workers abc | --workers: \"abc\" is not a whole number",
        "run x -w 99999999999 | --workers: \"99999999999\" is out of range",
        "simulate x --seed 1.5 | --seed: \"1.5\" is not a whole number",
        "generate harvest --hours x | --hours: \"x\" is not a number",
        "completion fish | SHELL: \"fish\" is not known; expected bash or zsh",
        "logs a --out --err | --out, --err are mutually exclusive (specify only one)",
        "place --serve 0 | Missing required argument(s): --dir=DIR",
      })
  void aWrongValueIsSaidWithoutNamesOfTypes(String line, String said) {
    String[] words = line.split(" ", -1);
    assertThat(run(false, Main.commandLine(words), words)).isEqualTo(2);
    assertThat(err.toString()).startsWith("windhover: " + said + "; see windhover ");
  }

  @Test
  void noCommandIsBadUsage() {
    assertThat(run(false, Main.commandLine())).isEqualTo(2);
    assertThat(err.toString().strip())
        .isEqualTo("windhover: no command given; see windhover --help");
  }

  @Test
  void anExpectedFailureIsItsMessageAndItsCode() {
    var failure = new CommandFailure(ExitCode.IMPOSSIBLE, "nobody offers gpu");
    assertThat(run(false, new CommandLine(failing(failure)))).isEqualTo(3);
    assertThat(err.toString().strip()).isEqualTo("windhover: nobody offers gpu");
  }

  @Test
  void aBugIsOneLineAndAFile() throws Exception {
    assertThat(run(false, new CommandLine(failing(new IllegalStateException("odd\nworld")))))
        .isEqualTo(70);
    String line = err.toString().strip();
    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .startsWith("windhover: internal error: java.lang.IllegalStateException: odd; details in ");
    Path file = Path.of(line.substring(line.lastIndexOf(' ') + 1));
    assertThat(file).content().contains("at io.windhover.app.MainTest");
    Files.delete(file);
  }

  @Test
  void aBugShowsItsTraceWhenDebugging() {
    assertThat(run(true, new CommandLine(failing(new IllegalStateException("odd"))))).isEqualTo(70);
    assertThat(err.toString()).contains("at io.windhover.app.MainTest").contains("details above");
  }

  private int run(boolean debug, CommandLine commandLine, String... args) {
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return Main.run(commandLine, new InternalErrors(debug), args);
  }

  private static Callable<Integer> failing(Exception error) {
    return new Failing(error);
  }

  @Command(name = "failing")
  private record Failing(Exception error) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw error;
    }
  }
}
