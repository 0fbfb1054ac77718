package io.windhover.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do and cannot tell us. */
final class Awaiting {
  private Awaiting() {}

  static void until(String what, BooleanSupplier condition) {
    long giveUpNanos = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > giveUpNanos) {
        throw new AssertionError("waited a minute in vain: " + what);
      }
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** The number that a command has written into a file, with a newline. */
  static ProcessHandle process(Path pidFile) {
    until(pidFile + " is written", () -> read(pidFile).endsWith("\n"));
    return ProcessHandle.of(Long.parseLong(read(pidFile).strip())).orElseThrow();
  }

  static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
