package io.windhover.workerprogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.host.HeldFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gets one line and exit code 2, and a secret is never said again. */
final class WorkerProgramTest {
  private static final String JOIN = "https://127.0.0.1:8443";

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(Map<String, String> environment, String... words) {
    return WorkerProgram.run(
        List.of(words),
        environment,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String complaint(Map<String, String> environment, String... words) {
    assertThat(run(environment, words)).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(2);
    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(said).startsWith("windhover-worker: ").hasLineCount(1);
    return said;
  }

  @Test
  void helpFitsATerminalAndHasExamples() {
    assertThat(run(Map.of(), "--help")).isZero();
    String help = out.toString(StandardCharsets.UTF_8);
    assertThat(help).contains("Examples:", "--join", "WINDHOVER_JOIN_SECRET_FILE", "Exit codes:");
    assertThat(help.lines()).allMatch(line -> line.length() <= 90);
    assertThat(run(Map.of(), "--version")).isZero();
  }

  @Test
  void aFileOfCoresThatIsNotThereIsSaid() throws IOException {
    Path none = folder.resolve("none");
    assertThat(
            complaint(
                Map.of("WINDHOVER_TOKEN", "t", "WINDHOVER_CORES_FILE", none.toString()),
                "--join",
                JOIN))
        .contains(none + ": expected a file with a number of cores, 1 to 100000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--token", "--password", "--secret", "--join-secret"})
  void aSecretOnTheCommandLineIsRefusedWithoutSayingItAgain(String option) {
    assertThat(complaint(Map.of(), "--join", JOIN, option, "hunter2"))
        .contains(option, "everybody on this machine can read command lines", "--token-file")
        .doesNotContain("hunter2");
    err.reset();
    assertThat(complaint(Map.of(), option + "=hunter2")).doesNotContain("hunter2");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThat(complaint(Map.of())).contains("--join is missing", "https://HOST:PORT");
    err.reset();
    assertThat(complaint(Map.of("WINDHOVER_JOIN", JOIN))).contains("no token was given");
    err.reset();
    assertThat(complaint(Map.of("WINDHOVER_JOIN", JOIN, "WINDHOVER_LEASE", "wh-1-1-1")))
        .contains("WINDHOVER_JOIN_SECRET_FILE");
    err.reset();
    assertThat(
            complaint(
                Map.of(
                    "WINDHOVER_JOIN", JOIN, "WINDHOVER_LEASE", "wh-1", "WINDHOVER_TOKEN", "t0ken")))
        .contains("expected one of them")
        .doesNotContain("t0ken");
  }

  @Test
  void aFileThatOthersMayReadIsNoSecret() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "hunter2\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(complaint(Map.of(), "--join", JOIN, "--token-file", file.toString()))
        .contains("--token-file: ", "expected mode 0600");
    err.reset();
    assertThat(
            complaint(
                Map.of("WINDHOVER_JOIN_SECRET_FILE", file.toString(), "WINDHOVER_LEASE", "wh-1"),
                "--join",
                JOIN))
        .contains("WINDHOVER_JOIN_SECRET_FILE: ");
    err.reset();
    assertThat(complaint(Map.of("WINDHOVER_TOKEN", "two words"), "--join", JOIN))
        .contains("WINDHOVER_TOKEN: what is there is no secret")
        .doesNotContain("two words");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--join http://127.0.0.1:8443",
        "--join 127.0.0.1:8443",
        "--join https://127.0.0.1:99999",
        "--fingerprint 5b0c",
        "--certificate /nowhere.pem",
        "--name a/b",
        "--cores 0",
        "--cores many",
        "--memory 8",
        "--offers a,,b",
        "--grace soon",
        "--heartbeat 1ms",
        "--cores",
        "--cors 3",
        "worker"
      })
  void whatCannotBeUsedIsNamed(String words) {
    String[] all = ("--join " + JOIN + " " + words).split(" ", -1);
    String named = words.split(" ", -1)[0];
    assertThat(complaint(Map.of("WINDHOVER_TOKEN", "t"), all)).contains(named);
  }

  @Test
  void aFolderInUseIsLeftAlone() throws IOException {
    try (var nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var held = HeldFolder.acquire(folder.resolve("w"), "another worker")) {
      int exit =
          run(
              Map.of("WINDHOVER_TOKEN", "t"),
              "--join",
              "https://127.0.0.1:" + nobody.getLocalPort(),
              "--dir",
              held.folder().toString());
      assertThat(exit).isEqualTo(6);
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("in use by process");
    }
  }
}
