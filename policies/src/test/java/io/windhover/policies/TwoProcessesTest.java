package io.windhover.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every policy for use decides the same, byte by byte, in two processes whose hash codes and
 * compilers differ, in worlds that rent, freeze, change their prices and limit what may be rented.
 */
class TwoProcessesTest {
  @TempDir private Path folder;

  @Test
  void everyPolicyPrintsTheSameBytes() throws Exception {
    Path one = folder.resolve("one");
    Path other = folder.resolve("other");
    Process first = fork(one, 0, "-XX:TieredStopAtLevel=1");
    Process second = fork(other, 5, "-XX:+TieredCompilation");

    assertThat(first.waitFor()).as(Files.readString(one)).isZero();
    assertThat(second.waitFor()).as(Files.readString(other)).isZero();
    assertThat(Files.readAllLines(one).stream().filter(line -> line.contains("launch m")).count())
        .as("decisions to rent")
        .isGreaterThan(50);
    assertThat(Files.mismatch(one, other)).isEqualTo(-1);
  }

  private static Process fork(Path output, int hashCode, String compiler) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            java,
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=" + hashCode,
            compiler,
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            EveryPolicy.class.getName(),
            Integer.getInteger("seeds", 5).toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
