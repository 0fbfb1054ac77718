package io.windhover.policies.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.simulator.RandomStories;
import io.windhover.simulator.testkit.Runs;
import io.windhover.simulator.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same seed gives the same log: in every process, and from one version to the next. */
class DeterminismTest {
  @TempDir Path folder;

  /**
   * A changed digest is a changed decision. If the change is meant, say in the commit what it
   * changes, and pin the new one.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 6e90a338fe25e81d0cdb218ac9581d2169922dda7db143825fa7929d869f4d7c",
    "2, 666b35b6eb6b88c1e7a5ecc2289d915fb293afbd551724a46bc5880716714d7f",
    "3, a978eadc049c0524990037a1bcf83f82a6f9f77334c73cca38e17a35283eba07"
  })
  void pinnedSeedsDecideAsTheyAlwaysDid(long seed, String digest) {
    List<String> log = Runs.of(new Match(Match.Impossible.WAITS), RandomStories.of(seed)).log();

    assertThat(sha256(String.join("\n", log))).as(String.join("\n", log)).isEqualTo(digest);
  }

  /** Hash seeds and compilation differ between the two, as they may between any two machines. */
  @Test
  void twoProcessesPrintTheSameBytes() throws Exception {
    Path one = folder.resolve("one");
    Path other = folder.resolve("other");
    Process first = fork(one, "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0", "-Xint");
    Process second = fork(other, "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=5");

    assertThat(first.waitFor()).as(Files.readString(one)).isZero();
    assertThat(second.waitFor()).as(Files.readString(other)).isZero();
    assertThat(Files.size(one)).isGreaterThan(50_000);
    assertThat(Files.mismatch(one, other)).isEqualTo(-1);
  }

  private static Process fork(Path output, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(PrintLogs.class.getName(), Long.toString(Seeds.count(50))));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
