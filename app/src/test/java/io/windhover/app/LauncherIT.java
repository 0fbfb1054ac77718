package io.windhover.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real launcher and the real jar. */
final class LauncherIT {
  private record Ended(int exit, String out, String err) {}

  @TempDir private Path folder;

  @Test
  void worksFromAnyFolderAndThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("wh"), launcher());
    Ended ended = run(link.toString(), "--version");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).startsWith("windhover ");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void passesArgumentsAndExitCodesOn() throws Exception {
    Ended ended = run(launcher().toString(), "--no such 'option'");
    assertThat(ended.exit()).isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(ended.err()).startsWith("windhover: unknown option --no such 'option'");
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void namesAllFilesInTheLocaleOfCAndLeavesThatToTasks() throws Exception {
    Path named = Files.createDirectory(folder.resolve("gr\u00f6\u00dfe"));
    Files.writeString(
        named.resolve("m\u00fcll.yaml"),
        "tasks: [{name: a, command: 'echo \"$LC_ALL ${WINDHOVER_LC_ALL-none}\" > \u00fc.txt'}]\n");
    for (String locale : List.of("LC_ALL=C", "LC_ALL=POSIX", "LC_ALL=")) {
      Ended ended =
          run(
              "env",
              locale,
              "LANG=C",
              launcher().toString(),
              "run",
              "--dir",
              folder.resolve("st\u00e4te-" + locale.length()).toString(),
              named.resolve("m\u00fcll.yaml").toString());
      assertThat(ended.exit()).as(ended.err()).isZero();
      assertThat(Files.readString(named.resolve("\u00fc.txt")))
          .isEqualTo(locale.substring("LC_ALL=".length()) + " none\n");
    }
  }

  /** Two that tidy up there at once would get in each other's way, and one would say so. */
  @Test
  void leavesAloneWhatOthersUnpackInTheFolderForTemporaryFiles() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path unpacked;
    try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite:")) {
      String version = sqlite.getMetaData().getDriverVersion();
      unpacked = Files.createFile(temporary.resolve("sqlite-" + version + "-1-libsqlitejdbc.so"));
    }
    Path job = Files.writeString(folder.resolve("a.yaml"), "tasks: [{name: a, command: 'true'}]\n");
    String options = "WINDHOVER_JAVA_OPTS=-Djava.io.tmpdir=" + temporary;
    Ended ended = run("env", options, launcher().toString(), "run", "-q", job.toString());
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exit()).isZero();
    assertThat(unpacked).exists();
  }

  private static Path launcher() {
    return Path.of(System.getProperty("windhover.root"), "windhover");
  }

  private Ended run(String... command) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exit = process.waitFor();
    return new Ended(exit, Files.readString(out), Files.readString(err));
  }
}
