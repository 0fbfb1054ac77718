package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The file that a picture of a run goes to. */
final class TimelineFile {
  private TimelineFile() {}

  /** Before anything is simulated. */
  static void checkWritable(Path picture) {
    Path folder = picture.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(picture)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline: " + picture + " cannot be written: no such folder");
    }
  }

  static void write(Path picture, Supplier<String> svg, Supplier<byte[]> png) {
    try {
      if (picture.toString().endsWith(".png")) {
        System.setProperty("java.awt.headless", "true"); // a file needs no display
        Files.write(picture, png.get());
      } else {
        Files.writeString(picture, svg.get());
      }
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--timeline: " + picture + " cannot be written: " + e, e);
    }
  }
}
