package io.windhover.local;

import io.windhover.host.PrivateFiles;
import io.windhover.host.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cloud's clock, kept in its folder: a cloud that is started again goes on where it was. */
final class ClockFile {
  private static final String FILE = "clock";

  private ClockFile() {}

  static ScaledClock readOrMake(Path folder, double factor, long nowMillis) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      PrivateFiles.write(file, Words.line(nowMillis, factor) + "\n");
    }
    Words words = Words.read(Files.readString(file).strip());
    return new ScaledClock(words.number(), words.real());
  }
}
