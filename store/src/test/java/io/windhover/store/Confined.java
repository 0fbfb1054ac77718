package io.windhover.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Commands under which a process meets a full disk or a folder it may not write. */
final class Confined {
  private Confined() {}

  /** A new, small file system at this folder, seen by that process only and gone with it. */
  static List<String> withSmallDisk(Path folder, String size) {
    return mounting("mount -t tmpfs -o size=" + size + " tmpfs \"$1\"", folder);
  }

  /** The same folder on a read-only file system. */
  static List<String> withReadOnlyDisk(Path folder) {
    return mounting("mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" \"$1\"", folder);
  }

  /** Bound by modes even when the test runs as root, whom modes do not bind. */
  static List<String> byModes(Path unwritable) {
    return Files.isWritable(unwritable)
        ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
        : List.of();
  }

  /** Some containers forbid mounting; a test that cannot be run there fails rather than pass. */
  static void requireMounts() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("mount");
    var command = new ArrayList<>(withSmallDisk(folder, "100k"));
    command.add("true");
    int code = new ProcessBuilder(command).start().waitFor();
    Files.delete(folder);
    if (code != 0) {
      throw new AssertionError("this test mounts a disk of its own: unshare -rm must be allowed");
    }
  }

  static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static List<String> mounting(String mount, Path folder) {
    String script = mount + " && shift && exec \"$@\"";
    return List.of("unshare", "-rm", "sh", "-c", script, "sh", folder.toString());
  }
}
