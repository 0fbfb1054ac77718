package io.windhover.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real launcher, called in a folder, with its outputs kept. */
final class Program {
  record Ended(int exit, String out, String err) {
    /** A member of the JSON object on stdout, as it is written there. */
    String json(String member) {
      String start = "\"" + member + "\":";
      int from = out.indexOf(start) + start.length();
      int end = from;
      for (int depth = 0; depth > 0 || (out.charAt(end) != ',' && out.charAt(end) != '}'); end++) {
        depth += out.charAt(end) == '[' ? 1 : out.charAt(end) == ']' ? -1 : 0;
      }
      return out.substring(from, end);
    }
  }

  /** A call that may still be running. */
  record Call(Process process, Path out, Path err) {
    Ended await() throws IOException, InterruptedException {
      return await(2);
    }

    Ended await(long minutesMax) throws IOException, InterruptedException {
      if (!process.waitFor(minutesMax, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError(
            "still running after %d minutes: %s".formatted(minutesMax, Files.readString(err)));
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Waits until it has said something, on either stream. */
    void awaitSaid(String text) throws IOException, InterruptedException {
      for (int tries = 0;
          !(Files.readString(out) + Files.readString(err)).contains(text);
          tries++) {
        if (tries == 3_000 || !process.isAlive()) {
          throw new AssertionError("never said " + text + ": " + Files.readString(err));
        }
        Thread.sleep(20);
      }
    }

    void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }
  }

  /**
   * What begins a program that Ctrl-C can reach. Whoever starts the tests in the background has
   * told them to ignore it, and what they start would inherit that.
   */
  private static final List<String> FOREGROUND = List.of("env", "--default-signal=INT,HUP,TERM");

  /** What begins a program that was started in the background of a script: deaf to Ctrl-C. */
  static final List<String> BACKGROUND = List.of("env", "--ignore-signal=INT");

  private final Path folder;
  private final Path root;
  private int calls;

  Program(Path folder) {
    this(folder, Path.of(System.getProperty("windhover.root")));
  }

  /** A launcher that is elsewhere. */
  Program(Path folder, Path root) {
    this.folder = folder;
    this.root = root;
  }

  Path folder() {
    return folder;
  }

  Path write(String file, String text) throws IOException {
    return Files.writeString(folder.resolve(file), text);
  }

  /** The lines of a file that tasks append to; empty when there is none. */
  List<String> lines(String file) throws IOException {
    Path path = folder.resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  Ended run(String... arguments) throws IOException, InterruptedException {
    return start(Map.of(), arguments).await();
  }

  Call start(Map<String, String> environment, String... arguments) throws IOException {
    return startUnder(FOREGROUND, environment, arguments);
  }

  /** As {@link #start}, by way of another program that says how signals are met. */
  Call startUnder(List<String> under, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> words = new ArrayList<>(under);
    words.add(root.resolve("windhover").toString());
    words.addAll(List.of(arguments));
    calls++;
    Path out = folder.resolve("out." + calls);
    Path err = folder.resolve("err." + calls);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("WINDHOVER_NO_BUILD", "1");
    builder.environment().putAll(environment);
    return new Call(builder.start(), out, err);
  }

  /** Whether a process runs; one that has ended and was not waited for does not. */
  static boolean runs(String pid) throws IOException {
    Path stat = Path.of("/proc", pid, "stat");
    try {
      String text = Files.readString(stat);
      return text.charAt(text.lastIndexOf(')') + 2) != 'Z';
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  /** Waits until a file that tasks append to has so many lines. */
  void awaitLines(String file, int count) throws IOException, InterruptedException {
    for (int tries = 0; lines(file).size() < count; tries++) {
      if (tries == 3_000) {
        throw new AssertionError(file + " has only " + lines(file).size() + " lines");
      }
      Thread.sleep(20);
    }
  }
}
