package io.windhover.worker.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A file in which a machine that grows and shrinks says how many cores it has: one number, which
 * whoever gives and takes them keeps up to date. It is looked at every second; what cannot be read
 * changes nothing.
 */
public final class CoresFile {
  private static final long LOOK_MILLIS = 1_000;
  private static final int BYTES_MAX = 100;

  private final Path path;
  private final int most;

  /**
   * The file at this path.
   *
   * @param most cores that are believed
   */
  public CoresFile(Path path, int most) {
    this.path = path;
    this.most = most;
  }

  /**
   * How many cores there are now.
   *
   * @throws IOException when the file does not say; the message names it and what is expected
   */
  public int read() throws IOException {
    String text = text();
    int cores = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    if (cores < 1 || cores > most) {
      throw new IOException(
          "%s: expected a file with a number of cores, 1 to %d".formatted(path, most));
    }
    return cores;
  }

  /** Nothing when the file is too large to be meant, or not there. */
  private String text() throws IOException {
    try {
      return Files.size(path) > BYTES_MAX
          ? ""
          : Files.readString(path, StandardCharsets.ISO_8859_1).strip();
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  /** Tells each other number from now on, on a thread of its own, for as long as this program. */
  void follow(int known, IntConsumer told, Consumer<String> notices) {
    Thread thread = new Thread(() -> look(known, told, notices), "windhover-cores");
    thread.setDaemon(true);
    thread.start();
  }

  private void look(int known, IntConsumer told, Consumer<String> notices) {
    int last = known;
    try {
      while (true) {
        Thread.sleep(LOOK_MILLIS);
        last = looked(last, told, notices);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int looked(int last, IntConsumer told, Consumer<String> notices) {
    try {
      int now = read();
      if (now != last) {
        told.accept(now);
      }
      return now;
    } catch (IOException e) {
      notices.accept("the number of cores stays as it was: " + e.getMessage());
      return last;
    }
  }
}
