package io.windhover.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Sends a signal to those processes of a tree that listen to it. Most signals end who does not: the
 * shell around a program, say.
 */
public final class TreeSignal {
  /** As on Linux, on every processor that Java 17 runs on but MIPS and SPARC. */
  private static final Map<String, Integer> NUMBERS =
      Map.of(
          "HUP", 1, "INT", 2, "USR1", 10, "USR2", 12, "ALRM", 14, "TERM", 15, "CONT", 18, "URG", 23,
          "WINCH", 28);

  private static final String CAUGHT = "SigCgt:";
  private static final long PATIENCE_SECONDS = 10;

  private TreeSignal() {}

  /**
   * Sends it.
   *
   * @param lineage what marks the processes, see {@link Lineage}
   * @return to how many
   */
  public static int send(String lineage, Collection<ProcessHandle> roots, String name)
      throws IOException, InterruptedException {
    List<String> pids = new ArrayList<>();
    for (ProcessHandle process : ProcessTable.find(lineage, roots, found -> {})) {
      if (catches(process.pid(), NUMBERS.getOrDefault(name, 0))) {
        pids.add(Long.toString(process.pid()));
      }
    }
    if (pids.isEmpty()) {
      return 0;
    }
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$@\"", name));
    words.addAll(pids);
    Process kill =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      kill.destroyForcibly();
    }
    return pids.size();
  }

  /** By the mask of caught signals in /proc, in which the first signal is the lowest bit. */
  private static boolean catches(long pid, int signal) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
        if (line.startsWith(CAUGHT)) {
          long mask = Long.parseUnsignedLong(line.substring(CAUGHT.length()).strip(), 16);
          return signal > 0 && (mask >>> (signal - 1) & 1) == 1;
        }
      }
      return false;
    } catch (IOException | NumberFormatException gone) {
      return false;
    }
  }
}
