package io.windhover.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A control group for each machine, which nothing that runs in it can leave: frozen by the kernel's
 * freezer, shrunk by a quota of processor time. Both kinds of groups; some machines have the
 * freezer of one kind and the quota of the other.
 */
final class CgroupContainment implements Containment {
  private static final long LOOK_NANOS = 1_000_000;
  private static final int LOOKS_MAX = 10_000;
  private static final int PERIOD_MICROS = 100_000;
  private static final String INTO =
      "for group in $1; do echo $$ > \"$group/cgroup.procs\" || exit 125; done; shift; exec \"$@\"";

  private final boolean v2;
  private final Path freezerTree;
  private final Optional<Path> quotaTree;
  private final String name;
  private final SignalContainment outside;

  /**
   * The groups of a cloud, after a try whether they can be had.
   *
   * @param v2 which kind of freezer
   * @param name of the group that all of the cloud's groups are in
   * @param outside ends what is in no group
   */
  CgroupContainment(boolean v2, String name, SignalContainment outside) throws IOException {
    this.v2 = v2;
    this.name = name;
    this.outside = outside;
    this.freezerTree =
        (v2 ? ControlGroups.v2() : ControlGroups.v1("freezer"))
            .orElseThrow(() -> new IOException("no such control groups here"));
    Path group = ControlGroups.make(freezerTree, name);
    Path tried = ControlGroups.make(group, "try");
    boolean freezes = Files.isWritable(freezer(tried));
    Files.delete(tried);
    if (!freezes) {
      throw new IOException(freezer(tried) + " cannot be written");
    }
    this.quotaTree = quotaTree();
  }

  private Path freezer(Path group) {
    return group.resolve(v2 ? "cgroup.freeze" : "freezer.state");
  }

  /** The freezer's own tree where that can limit processor time, else the first kind's. */
  private Optional<Path> quotaTree() {
    if (v2) {
      try {
        enableCpu(freezerTree);
        enableCpu(freezerTree.resolve(name));
        return Optional.of(freezerTree);
      } catch (IOException notGiven) {
        // The controller belongs to the first kind, or to nobody.
      }
    }
    return ControlGroups.v1("cpu").filter(Files::isWritable);
  }

  private static void enableCpu(Path group) throws IOException {
    ControlGroups.write(group.resolve("cgroup.subtree_control"), "+cpu");
  }

  @Override
  public String words() {
    return "cgroup %s: the kernel's freezer freezes and thaws a machine's processes, %s"
        .formatted(
            v2 ? "v2" : "v1",
            quotaTree.isPresent()
                ? "a quota of processor time shrinks it"
                : "nothing but its own number of slots shrinks it (no cpu controller)");
  }

  private Path frozen(String lease) {
    return freezerTree.resolve(name).resolve(lease);
  }

  private Optional<Path> limited(String lease) {
    return quotaTree.map(tree -> tree.resolve(name).resolve(lease));
  }

  @Override
  public List<String> start(String lease, int cores, List<String> command) throws IOException {
    List<String> groups = new ArrayList<>();
    groups.add(ControlGroups.make(ControlGroups.make(freezerTree, name), lease).toString());
    if (quotaTree.isPresent() && !quotaTree.get().equals(freezerTree)) {
      groups.add(ControlGroups.make(ControlGroups.make(quotaTree.get(), name), lease).toString());
    }
    resize(lease, cores);
    List<String> words =
        new ArrayList<>(List.of("/bin/sh", "-c", INTO, "sh", String.join(" ", groups)));
    words.addAll(command);
    return words;
  }

  @Override
  public void resize(String lease, int cores) throws IOException {
    Optional<Path> group = limited(lease);
    if (group.isPresent()) {
      long quota = (long) cores * PERIOD_MICROS;
      Path max = group.get().resolve("cpu.max");
      if (Files.exists(max)) {
        ControlGroups.write(max, quota + " " + PERIOD_MICROS);
      } else {
        ControlGroups.write(group.get().resolve("cpu.cfs_quota_us"), Long.toString(quota));
      }
    }
  }

  @Override
  public void freeze(String lease) throws IOException {
    Path group = frozen(lease);
    ControlGroups.write(freezer(group), v2 ? "1" : "FROZEN");
    await("freezes", group, () -> isFrozen(group));
  }

  private boolean isFrozen(Path group) {
    try {
      return v2
          ? Files.readString(group.resolve("cgroup.events")).contains("frozen 1")
          : Files.readString(freezer(group)).strip().equals("FROZEN");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void thaw(String lease) throws IOException {
    thaw(frozen(lease));
  }

  private void thaw(Path group) throws IOException {
    ControlGroups.write(freezer(group), v2 ? "0" : "THAWED");
  }

  private static void await(String what, Path group, BooleanSupplier condition) throws IOException {
    for (int look = 0; !condition.getAsBoolean(); look++) {
      if (look == LOOKS_MAX) {
        throw new IOException(group + " never " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** The group itself goes last: who is just about to enter it is found in it, or finds none. */
  @Override
  public void kill(String lease) throws IOException {
    Path group = frozen(lease);
    await("is empty", group, () -> isKilled(group));
    Optional<Path> quota = limited(lease);
    if (quota.isPresent()) {
      remove(quota.get());
    }
    outside.kill(lease);
  }

  /** In frozen groups of the first kind a signal waits for the thaw. */
  private boolean isKilled(Path group) {
    try {
      if (Files.isDirectory(group)) {
        ControlGroups.processes(group)
            .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        thaw(group);
      }
    } catch (IOException goes) {
      // It is looked at again.
    }
    return isRemoved(group);
  }

  private static void remove(Path group) throws IOException {
    await("goes", group, () -> isRemoved(group));
  }

  private static boolean isRemoved(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException busy) {
      return false; // The last process has not quite gone.
    }
  }

  @Override
  public void killAll() throws IOException {
    Path all = freezerTree.resolve(name);
    if (Files.isDirectory(all)) {
      try (Stream<Path> groups = Files.list(all)) {
        for (Path group : groups.filter(Files::isDirectory).toList()) {
          kill(String.valueOf(group.getFileName()));
        }
      }
      remove(all);
    }
    if (quotaTree.isPresent()) {
      remove(quotaTree.get().resolve(name));
    }
    outside.killAll();
  }
}
