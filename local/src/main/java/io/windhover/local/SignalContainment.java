package io.windhover.local;

import io.windhover.host.InstalledPrograms;
import io.windhover.host.Lineage;
import io.windhover.host.ProcessTable;
import io.windhover.host.ThisMachine;
import io.windhover.host.TreeEnding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Signals to every process of a tree, found by its lineage, and taskset where there is one. Needs
 * no rights. Parents can see that a child was stopped, but they are stopped before it.
 */
final class SignalContainment implements Containment {
  /** A tree that grows faster than it is stopped is given up. */
  private static final int LOOKS_MAX = 50;

  private static final long COMMAND_SECONDS_MAX = 10;

  private final String cloud;
  private final Lineage lineage;
  private final String why;
  private final Optional<Path> taskset = InstalledPrograms.find("taskset");
  private final Map<String, Set<ProcessHandle>> stopped = new HashMap<>();

  /**
   * The means of a cloud.
   *
   * @param cloud the identity of its folder
   * @param lineage the marks of its machines
   * @param why there is nothing better
   */
  SignalContainment(String cloud, Lineage lineage, String why) {
    this.cloud = cloud;
    this.lineage = lineage;
    this.why = why;
  }

  @Override
  public String words() {
    return "signals: %s; SIGSTOP and SIGCONT freeze and thaw a machine's processes, %s"
        .formatted(
            why,
            taskset.isPresent()
                ? "taskset shrinks it"
                : "nothing but its own number of slots shrinks it (no taskset)");
  }

  @Override
  public List<String> start(String lease, int cores, List<String> command) {
    List<String> words = new ArrayList<>();
    taskset.ifPresent(
        program -> words.addAll(List.of(program.toString(), "-c", processors(lease, cores))));
    words.addAll(command);
    return words;
  }

  /** As many processors as it has cores, and others for each machine as far as there are. */
  private static String processors(String lease, int cores) {
    int all = ThisMachine.processors();
    int first = Math.floorMod(lease.hashCode(), all);
    return IntStream.range(first, first + Math.min(cores, all))
        .mapToObj(number -> Integer.toString(number % all))
        .collect(Collectors.joining(","));
  }

  private Set<ProcessHandle> processes(String lease) {
    return ProcessTable.find(lineage.ofAttempt(lease), List.of(), found -> {});
  }

  @Override
  public void freeze(String lease) throws IOException {
    Set<ProcessHandle> done = new LinkedHashSet<>();
    for (int look = 0; look < LOOKS_MAX; look++) {
      List<ProcessHandle> fresh =
          ProcessTable.byAge(processes(lease)).stream()
              .filter(process -> !done.contains(process) && !ProcessTable.isSuspended(process))
              .toList();
      if (fresh.isEmpty()) {
        break;
      }
      signal("STOP", fresh);
      done.addAll(fresh);
    }
    stopped.put(lease, done);
  }

  /** Those that had stopped by themselves stay so. */
  @Override
  public void thaw(String lease) throws IOException {
    Set<ProcessHandle> still = stopped.remove(lease);
    if (still != null) {
      signal("CONT", still.stream().filter(ProcessTable::lives).toList());
    }
  }

  private static void signal(String name, Collection<ProcessHandle> processes) throws IOException {
    if (!processes.isEmpty()) {
      List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "kill \"$@\"", "sh"));
      words.add("-" + name);
      processes.forEach(process -> words.add(Long.toString(process.pid())));
      run(words);
    }
  }

  /** Some of the processes may be gone by now, so how it ends says nothing. */
  private static void run(List<String> words) throws IOException {
    Process command =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!command.waitFor(COMMAND_SECONDS_MAX, TimeUnit.SECONDS)) {
        command.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void resize(String lease, int cores) throws IOException {
    if (taskset.isPresent()) {
      for (ProcessHandle process : processes(lease)) {
        run(
            List.of(
                taskset.get().toString(),
                "-a",
                "-p",
                "-c",
                processors(lease, cores),
                Long.toString(process.pid())));
      }
    }
  }

  @Override
  public void kill(String lease) throws IOException {
    stopped.remove(lease);
    end(lineage.ofAttempt(lease), "the machine of lease " + lease);
  }

  @Override
  public void killAll() throws IOException {
    end(Lineage.ofState(cloud), "this cloud's machines");
  }

  /** SIGKILL reaches what is stopped, too. */
  private static void end(String mark, String what) throws IOException {
    TreeEnding.Ended ended = new TreeEnding(mark, List.of(), 0).run();
    if (ended.left() > 0) {
      throw new IOException("%d processes of %s cannot be ended".formatted(ended.left(), what));
    }
  }
}
