package io.windhover.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One process and no other: its number, and when it was started. Numbers are used again, so a
 * number from a file says nothing about the process that has it now.
 *
 * @param start when it was started, in the words of the system: compared, never interpreted
 */
public record ProcessMark(long pid, String start) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int THREADS_FIELD = 17; // of /proc/PID/stat after the name; field 20
  private static final int START_FIELD =
      19; // of /proc/PID/stat after the name; field 22 in proc(5)
  private static final long LOOK_MILLIS = 20;

  /** The mark of a process that is running now; nothing when it is over. */
  public static Optional<ProcessMark> of(long pid) {
    return start(pid).map(start -> new ProcessMark(pid, start));
  }

  /** What {@link #write} left in the file. */
  public static Optional<ProcessMark> read(Path file) throws IOException {
    try {
      String[] words = Files.readString(file, StandardCharsets.US_ASCII).strip().split(" ", 2);
      return words.length == 2 && words[0].matches("[0-9]{1,18}")
          ? Optional.of(new ProcessMark(Long.parseLong(words[0]), words[1]))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  public void write(Path file) throws IOException {
    PrivateFiles.write(file, pid + " " + start + "\n");
  }

  /** Whether this very process is running. One that is over and not yet collected is not. */
  public boolean isRunning() {
    return start(pid).filter(start::equals).isPresent();
  }

  /** Asks it to end. */
  public void ask() {
    signal(false);
  }

  /** Asks it to end and waits; whoever has not ended in this time is killed. */
  public void end(Duration patience) throws InterruptedException {
    signal(false);
    if (!awaitEnd(patience)) {
      kill();
    }
  }

  /** Ends it without a word and waits until it is gone. */
  public void kill() throws InterruptedException {
    signal(true);
    awaitEnd(Duration.ofSeconds(10));
  }

  private void signal(boolean force) {
    Optional<ProcessHandle> process = isRunning() ? ProcessHandle.of(pid) : Optional.empty();
    if (force) {
      process.ifPresent(ProcessHandle::destroyForcibly);
    } else {
      process.ifPresent(ProcessHandle::destroy);
    }
  }

  /** Looks again and again: only of a child of ours would the system tell us. */
  public boolean awaitEnd(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (isRunning()) {
      if (System.nanoTime() > until) {
        return false;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return true;
  }

  private static Optional<String> start(long pid) {
    if (!Files.exists(BOOT)) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toString);
    }
    try {
      String line =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      // The name stands in parentheses and may hold anything, so the fields begin after the last.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      // Until its last thread is gone it still holds its files and ports.
      boolean over =
          (fields[0].equals("Z") || fields[0].equals("X"))
              && Integer.parseInt(fields[THREADS_FIELD]) <= 1;
      return over
          ? Optional.empty()
          : Optional.of(fields[START_FIELD] + " " + Files.readString(BOOT).strip());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
