package io.windhover.host;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this machine is called, has and offers by itself. Read from the kernel's files where there
 * are any: the JDK's own ways (a resolver, the management classes) cost a tenth of a second.
 */
public final class ThisMachine {
  private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");
  private static final List<String> PROGRAMS =
      List.of(
          "bash",
          "docker",
          "ffmpeg",
          "gcc",
          "git",
          "julia",
          "make",
          "mpirun",
          "node",
          "perl",
          "podman",
          "python3",
          "Rscript",
          "ruby",
          "singularity");
  private static final List<Path> LIMITS =
      List.of(
          Path.of("/sys/fs/cgroup/memory.max"),
          Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));

  private ThisMachine() {}

  public static String name() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException noSuchFile) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (IOException unknown) {
        return "localhost";
      }
    }
  }

  public static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Physical memory, or what a container may use of it. */
  public static long memoryBytes() {
    long total = totalBytes();
    for (Path file : LIMITS) {
      total = Math.min(total, limitBytes(file).orElse(total));
    }
    return total;
  }

  private static long totalBytes() {
    try {
      Matcher total = TOTAL.matcher(Files.readString(Path.of("/proc/meminfo")));
      if (total.find()) {
        return Long.parseLong(total.group(1)) * 1_024;
      }
    } catch (IOException noSuchFile) {
      // Not Linux.
    }
    var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean known
        ? known.getTotalMemorySize()
        : Long.MAX_VALUE;
  }

  private static OptionalLong limitBytes(Path file) {
    try {
      String text = Files.readString(file).strip();
      return text.matches("\\d{1,18}")
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    } catch (IOException noSuchFile) {
      return OptionalLong.empty();
    }
  }

  /**
   * What is installed here, found without starting anything: programs by which tasks are written,
   * and the Java this very program runs on.
   */
  public static List<String> programs() {
    SortedSet<String> found = new TreeSet<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      for (String program : PROGRAMS) {
        if (folder.startsWith("/") && Files.isExecutable(Path.of(folder, program))) {
          found.add(program.toLowerCase(Locale.ROOT));
        }
      }
    }
    found.add("java" + Runtime.version().feature());
    if (Files.exists(Path.of("/dev/nvidia0"))) {
      found.add("nvidia");
    }
    return List.copyOf(found);
  }

  /** The system, the processor under both its names, the machine's own name, and what is added. */
  public static List<String> labels(Collection<String> added) {
    SortedSet<String> labels = new TreeSet<>(added);
    labels.add(name());
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    labels.add(system.startsWith("mac") ? "macos" : system.replaceAll("\\s.*", ""));
    String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    labels.add(processor);
    switch (processor) {
      case "amd64" -> labels.add("x86_64");
      case "aarch64" -> labels.add("arm64");
      default -> {}
    }
    labels.remove("");
    return List.copyOf(labels);
  }
}
