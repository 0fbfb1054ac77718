package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's lines about a pool, typed by somebody who has Java and no XMPP server. */
final class ReadmePoolIT {
  /** All that is on the PATH: what the launcher and the tasks of the example call. */
  private static final List<String> PROGRAMS = List.of("sh", "readlink", "sed", "sleep", "setsid");

  private static final Path ROOT = Path.of(System.getProperty("windhover.root"));

  @TempDir private Path folder;

  @Test
  void theLinesOfTheReadmeWorkWithoutAnXmppServer() throws Exception {
    List<String> lines = poolLines();
    assertThat(lines).first().asString().startsWith("./windhover pool up --workers 2 --detach");
    assertThat(lines).last().asString().startsWith("./windhover pool down");
    Files.createSymbolicLink(folder.resolve("windhover"), ROOT.resolve("windhover"));
    Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
    Path script = Files.write(folder.resolve("script"), lines);
    Path said = folder.resolve("said");

    var builder =
        new ProcessBuilder("/bin/sh", "-ex", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("PATH", path().toString());
    builder.environment().put("WINDHOVER_NO_BUILD", "1");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as(Files.readString(said)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    } finally {
      process.destroyForcibly();
      new Program(folder).run("pool", "down");
    }

    assertThat(said)
        .content()
        .contains("20 tasks: 20 succeeded")
        .contains("worker-2@pool")
        .contains("stopped worker-1\nstopped worker-2\nstopped manager\n");
    assertThat(folder.resolve(".windhover/pool/port")).exists();
    assertThat(folder.resolve(".windhover/pool/server")).doesNotExist();
  }

  /** The first block of code in the section about pools. */
  private static List<String> poolLines() throws IOException {
    return Files.readAllLines(ROOT.resolve("README.md")).stream()
        .dropWhile(line -> !line.startsWith("## A pool"))
        .dropWhile(line -> !line.startsWith("    "))
        .takeWhile(line -> line.startsWith("    "))
        .map(String::strip)
        .toList();
  }

  private Path path() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.createSymbolicLink(bin.resolve("java"), java);
    for (String program : PROGRAMS) {
      Path found = Path.of("/usr/bin", program);
      Files.createSymbolicLink(
          bin.resolve(program), Files.exists(found) ? found : Path.of("/bin", program));
    }
    return bin;
  }
}
