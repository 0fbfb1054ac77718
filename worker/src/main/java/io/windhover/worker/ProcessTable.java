package io.windhover.worker;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machine's processes. A {@link ProcessHandle} carries its process's start time, and a signal
 * through it does nothing when the number has meanwhile been given to another process.
 *
 * <p>Marks are read from /proc, so only on Linux, and only of processes this user may look into. On
 * other systems a process whose parent has died is out of reach.
 */
final class ProcessTable {
  private static final int ENVIRON_BYTES_MAX = 8 << 20;
  private static final boolean HAS_PROC = Files.isReadable(Path.of("/proc/self/environ"));

  private ProcessTable() {}

  /**
   * All living processes that have this in their {@link Lineage}, the given ones that live, and the
   * descendants of them all; never this process or one of its ancestors.
   */
  static Set<ProcessHandle> find(String lineage, Collection<ProcessHandle> known) {
    Set<ProcessHandle> spared = selfAndAncestors();
    Map<Long, List<ProcessHandle>> children = new HashMap<>();
    Set<ProcessHandle> found = new LinkedHashSet<>();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      if (spared.contains(process)) {
        continue;
      }
      process
          .parent()
          .ifPresent(p -> children.computeIfAbsent(p.pid(), k -> new ArrayList<>()).add(process));
      if (known.contains(process) || hasLineage(process.pid(), lineage)) {
        found.add(process);
      }
    }
    ArrayDeque<ProcessHandle> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      for (ProcessHandle child : children.getOrDefault(open.remove().pid(), List.of())) {
        if (found.add(child)) {
          open.add(child);
        }
      }
    }
    found.removeIf(process -> !lives(process));
    return found;
  }

  /** Whether it runs; a dead process that nobody has waited for does not count. */
  static boolean lives(ProcessHandle process) {
    return process.isAlive() && state(process.pid()) != 'Z';
  }

  /** Whether it was stopped (SIGSTOP, or from a terminal) and so hears no signal but SIGKILL. */
  static boolean isSuspended(ProcessHandle process) {
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
    if (!HAS_PROC) {
      return false;
    }
    try (FileInputStream environ = new FileInputStream("/proc/" + pid + "/environ")) {
      return Lineage.contains(environ.readNBytes(ENVIRON_BYTES_MAX), lineage);
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }

  /** The state's letter as in /proc/PID/stat, after the name; '?' when there is none. */
  private static char state(long pid) {
    if (!HAS_PROC) {
      return '?';
    }
    try (FileInputStream stat = new FileInputStream("/proc/" + pid + "/stat")) {
      String line = new String(stat.readNBytes(512), StandardCharsets.ISO_8859_1);
      int nameEnd = line.lastIndexOf(") ");
      return nameEnd < 0 || nameEnd + 2 >= line.length() ? '?' : line.charAt(nameEnd + 2);
    } catch (IOException gone) {
      return '?';
    }
  }
}
