package io.windhover.depot.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotAddress;
import io.windhover.depot.s3.S3KeyFile;
import io.windhover.depot.s3.S3Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that are killed (SIGKILL) while they save, again and again: what is restored is
 * always whole, and never older than what was last said to be saved.
 */
final class KilledSaversTest {
  private static final int KILLS = 20;
  private static final int SAVED_BEFORE_MAX = 3;
  private static final int WITHIN_MILLIS = 60;

  @TempDir Path folder;

  @Test
  void ofAFolder() throws Exception {
    DepotAddress address = DepotAddress.of(folder.resolve("store"));
    killAgainAndAgain(address);
  }

  @Test
  void ofS3() throws Exception {
    try (S3Service service = S3Service.start(Files.createDirectories(folder.resolve("s3")))) {
      service.depot("kills");
      killAgainAndAgain(DepotAddress.of(service.address("kills", "pool/")));
    }
  }

  private void killAgainAndAgain(DepotAddress address) throws Exception {
    Path keys =
        Files.createFile(
            folder.resolve("keys"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(keys, S3KeyFile.text(S3Service.CREDENTIALS));
    Depot depot = address.open(() -> S3Service.CREDENTIALS);
    var random = new Random(1);
    int saved = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      saved = killed(address, keys, kill, random, saved);
      Path restored = folder.resolve("restored" + kill);
      assertThat(new CheckpointShelf(depot, "state/1/point/0").restore(restored)).isPresent();
      assertThat(SaverProcess.generation(restored)).isGreaterThanOrEqualTo(saved);
    }
  }

  /** Lets one save a few times and kills it in the midst of the next; what it said it had saved. */
  private int killed(DepotAddress address, Path keys, int attempt, Random random, int before)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SaverProcess.class.getName(),
                address.text(),
                keys.toString(),
                folder.resolve("work" + attempt).toString(),
                Integer.toString(attempt))
            .redirectErrorStream(true)
            .start();
    int saved = before;
    try (BufferedReader said = process.inputReader()) {
      int from = number(said.readLine(), "from ");
      assertThat(from).isGreaterThanOrEqualTo(before);
      for (int i = 1 + random.nextInt(SAVED_BEFORE_MAX); i > 0; i--) {
        saved = number(said.readLine(), "saved ");
      }
      Thread.sleep(random.nextInt(WITHIN_MILLIS)); // The moment of the kill is the point.
      process.destroyForcibly().waitFor();
    }
    return saved;
  }

  private static int number(String line, String word) {
    assertThat(line).startsWith(word);
    return Integer.parseInt(line.substring(word.length()));
  }
}
