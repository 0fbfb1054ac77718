package io.windhover.host;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The machine's processes. A {@link ProcessHandle} carries its process's start time, and a signal
 * through it does nothing when the number has meanwhile been given to another process.
 *
 * <p>Marks are read from /proc, so only on Linux, and only of processes this user may look into. On
 * other systems a process whose parent has died is out of reach.
 */
public final class ProcessTable {
  private static final int ENVIRON_BYTES_MAX = 8 << 20;
  private static final int LOOKS_MAX = 100;
  private static final boolean HAS_PROC = Files.isReadable(Path.of("/proc/self/environ"));

  private ProcessTable() {}

  /**
   * Looks for all processes that have this in their {@link Lineage}, the known ones that live, and
   * the descendants of them all; never this process or one of its ancestors. Each is handed over at
   * once, the known ones first, since it may be about to make another and end.
   *
   * @return those that still live when the search is over
   */
  public static Set<ProcessHandle> find(
      String lineage, Collection<ProcessHandle> known, Consumer<ProcessHandle> onFound) {
    Set<ProcessHandle> spared = selfAndAncestors();
    Set<ProcessHandle> found = new LinkedHashSet<>();
    Consumer<ProcessHandle> add =
        process -> {
          if (!spared.contains(process) && found.add(process)) {
            onFound.accept(process);
          }
        };
    known.stream().filter(ProcessTable::lives).forEach(add);
    marked(lineage, add);
    if (!found.isEmpty()) {
      addDescendants(found, add);
    }
    found.removeIf(process -> !lives(process));
    return found;
  }

  /**
   * Those with the mark, newest first: between the listing and the look at it, the youngest process
   * is the most likely to go.
   */
  private static void marked(String lineage, Consumer<ProcessHandle> add) {
    String[] names = HAS_PROC ? new File("/proc").list() : null;
    long[] pids =
        Stream.of(names == null ? new String[0] : names)
            .filter(name -> name.charAt(0) >= '1' && name.charAt(0) <= '9')
            .mapToLong(Long::parseLong)
            .sorted()
            .toArray();
    for (int i = pids.length - 1; i >= 0; i--) {
      long pid = pids[i];
      if (hasLineage(pid, lineage)) {
        // Looked at again through the handle's start time: the number may be another's by now.
        ProcessHandle.of(pid).filter(h -> hasLineage(pid, lineage) && h.isAlive()).ifPresent(add);
      }
    }
  }

  private static void addDescendants(Set<ProcessHandle> found, Consumer<ProcessHandle> add) {
    Map<Long, List<ProcessHandle>> children = new HashMap<>();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      process
          .parent()
          .ifPresent(p -> children.computeIfAbsent(p.pid(), k -> new ArrayList<>()).add(process));
    }
    ArrayDeque<ProcessHandle> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      for (ProcessHandle child : children.getOrDefault(open.remove().pid(), List.of())) {
        if (!found.contains(child)) {
          add.accept(child);
          open.add(child);
        }
      }
    }
  }

  /** Parents before their children. */
  public static List<ProcessHandle> byAge(Collection<ProcessHandle> processes) {
    Map<ProcessHandle, Instant> starts = new HashMap<>();
    for (ProcessHandle process : processes) {
      starts.put(process, process.info().startInstant().orElse(Instant.MAX));
    }
    // The clock of starts is coarse; within one of its steps numbers go up.
    return processes.stream()
        .sorted(
            Comparator.<ProcessHandle, Instant>comparing(starts::get)
                .thenComparing(ProcessHandle::pid))
        .toList();
  }

  /** Whether it runs; a dead process that nobody has waited for does not count. */
  public static boolean lives(ProcessHandle process) {
    return process.isAlive() && state(process.pid()) != 'Z';
  }

  /** Whether it was stopped (SIGSTOP, or from a terminal) and so hears no signal but SIGKILL. */
  public static boolean isSuspended(ProcessHandle process) {
    return state(process.pid()) == 'T';
  }

  private static Set<ProcessHandle> selfAndAncestors() {
    Set<ProcessHandle> spared = new HashSet<>();
    ProcessHandle process = ProcessHandle.current();
    while (process != null && spared.add(process)) {
      process = process.parent().orElse(null);
    }
    return spared;
  }

  private static boolean hasLineage(long pid, String lineage) {
    for (int look = 0; look < LOOKS_MAX; look++) {
      try (FileInputStream file = new FileInputStream("/proc/" + pid + "/environ")) {
        byte[] environ = file.readNBytes(ENVIRON_BYTES_MAX);
        // Nothing at all to see: a thread of the kernel, a dead process, or one that is just
        // being given another program and will have its variables in a moment.
        if (environ.length > 0 || isOfKernelOrDead(pid)) {
          return Lineage.contains(environ, lineage);
        }
        Thread.onSpinWait();
      } catch (IOException goneOrNotOurs) {
        return false;
      }
    }
    return false;
  }

  /** The state's letter, '?' when there is none. */
  private static char state(long pid) {
    String stat = stat(pid);
    return stat.isEmpty() ? '?' : stat.charAt(0);
  }

  private static boolean isOfKernelOrDead(long pid) {
    String stat = stat(pid);
    return stat.isEmpty() || stat.startsWith("Z") || stat.startsWith("X") || isOfKernel(stat);
  }

  /** The seventh field is a set of flags, of which one marks the kernel's own threads. */
  private static boolean isOfKernel(String stat) {
    String[] fields = stat.split(" ", 8);
    return fields.length > 6 && (Long.parseLong(fields[6]) & 0x0020_0000) != 0;
  }

  /** From /proc/PID/stat what stands after the name: state, parent, …; empty when it is gone. */
  private static String stat(long pid) {
    if (!HAS_PROC) {
      return "";
    }
    try (FileInputStream stat = new FileInputStream("/proc/" + pid + "/stat")) {
      String line = new String(stat.readNBytes(512), StandardCharsets.ISO_8859_1);
      int nameEnd = line.lastIndexOf(") ");
      return nameEnd < 0 ? "" : line.substring(nameEnd + 2);
    } catch (IOException gone) {
      return "";
    }
  }
}
