package io.windhover.app.pool.local;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How this same program is started again: the same Java, the same classes, a heap that fits. */
public final class PoolProgram {
  /** What makes our own start fast does so for the parts of the pool. */
  private static final List<String> SHARED =
      List.of("-Xshare:", "-XX:SharedArchiveFile=", "-Dorg.sqlite.lib.path=", "-Dwindhover.");

  private static final List<String> ALWAYS =
      List.of(
          "-Xlog:disable",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-Djdk.lang.Process.launchMechanism=VFORK",
          "-Dfile.encoding=UTF-8");

  private PoolProgram() {}

  /** A manager may have thousands of jobs and much to compute: the full compiler, room to grow. */
  static List<String> manager(Path settings) {
    return command(List.of("-Xmx1g"), "manager", "--config", settings.toString());
  }

  /** Workers are many, have little to do themselves, and leave the memory to their tasks. */
  static List<String> worker(Path settings) {
    return command(
        List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"), "worker", "--config", settings.toString());
  }

  /**
   * This program with other words.
   *
   * @param size how much of the machine it may take, for Java
   */
  public static List<String> command(List<String> size, String... words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> SHARED.stream().anyMatch(option::startsWith))
        .forEach(command::add);
    command.addAll(ALWAYS);
    command.addAll(size);
    command.addAll(List.of("-cp", classPath(), "io.windhover.app.Main"));
    command.addAll(List.of(words));
    return command;
  }

  /** With whole names: the parts run in another folder. */
  private static String classPath() {
    String separator = System.getProperty("path.separator");
    var entries = new ArrayList<String>();
    for (String entry : System.getProperty("java.class.path").split(separator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(separator, entries);
  }
}
