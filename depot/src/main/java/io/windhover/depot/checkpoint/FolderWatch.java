package io.windhover.depot.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Watches a folder for what is new in it, so that nothing is saved, or counted, twice. */
public final class FolderWatch {
  private static final long LOOK_MILLIS = 50;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Path folder;
  private FolderScan known = new FolderScan(new TreeMap<>());

  public FolderWatch(Path folder) {
    this.folder = folder;
  }

  /** Takes what is there now for known. */
  public void know() throws IOException {
    known = FolderScan.of(folder);
  }

  /** Takes for known what another watch of the same folder does. */
  public void knowAs(FolderWatch other) {
    known = other.known;
  }

  /** Whether something is there that was not known, or is no longer as it was. */
  public boolean hasNews() throws IOException {
    FolderScan now = FolderScan.of(folder);
    return !now.entries().isEmpty() && !now.equals(known);
  }

  /**
   * Waits until there is news, and nothing has changed for half a second.
   *
   * @return whether that was so before the time was over
   */
  public boolean settles(Duration longest) throws IOException, InterruptedException {
    long nowNanos = System.nanoTime();
    long untilNanos = nowNanos + longest.toNanos();
    FolderScan last = known;
    long sameSinceNanos = nowNanos;
    while (nowNanos - untilNanos < 0) {
      FolderScan now = FolderScan.of(folder);
      nowNanos = System.nanoTime();
      if (!now.equals(last)) {
        last = now;
        sameSinceNanos = nowNanos;
      } else if (!now.entries().isEmpty()
          && !now.equals(known)
          && nowNanos - sameSinceNanos >= QUIET_NANOS) {
        return true;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return false;
  }
}
