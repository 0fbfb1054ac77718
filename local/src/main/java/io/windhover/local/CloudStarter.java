package io.windhover.local;

import io.windhover.host.DetachedProcess;
import io.windhover.host.HeldFolder;
import io.windhover.host.LogTail;
import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Finds the process of a folder's cloud, and starts it when there is none. */
final class CloudStarter {
  private static final long LOOK_NANOS = 20_000_000;
  private static final String LOG = "cloud.log";

  private final Path folder;
  private final List<String> command;
  private @Nullable ProcessMark started;

  CloudStarter(Path folder, List<String> command) {
    this.folder = folder;
    this.command = command;
  }

  /** A line to the cloud, which is started when it is not there. */
  synchronized CloudLine dial(long untilNanos) throws IOException {
    CloudLine.address(folder); // A name that cannot be had is a failure now.
    boolean fresh = true;
    while (true) {
      try {
        return CloudLine.dial(folder);
      } catch (IOException notThere) {
        if (System.nanoTime() - untilNanos >= 0) {
          throw notThere;
        }
      }
      if (!starts()) {
        if (isHeld()) {
          fresh = true; // By another manager's, which is not up yet or just ends.
        } else if (fresh) {
          fresh = false;
          start();
        } else {
          throw new IOException(
              "the cloud of %s ended at once; it said:%s"
                  .formatted(folder, LogTail.of(List.of(folder.resolve(LOG)))));
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new IOException("interrupted while the cloud was starting");
      }
    }
  }

  private boolean isHeld() throws IOException {
    return Files.isDirectory(folder) && HeldFolder.holder(folder).isPresent();
  }

  private boolean starts() {
    ProcessMark process = started;
    return process != null && process.isRunning();
  }

  private void start() throws IOException {
    HeldFolder.prepare(folder);
    started =
        DetachedProcess.start(
            command, folder, Map.of(), folder.resolve(LOG), DetachedProcess.Umask.INHERITED);
  }
}
