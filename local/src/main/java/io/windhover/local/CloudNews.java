package io.windhover.local;

import io.windhover.capacity.SourceFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Listens to a cloud on a thread of its own, and dials again for as long as it is open. */
final class CloudNews implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;

  /** Takes one line of news. */
  interface Listener {
    void heard(Words line) throws SourceFailure;
  }

  private final Path folder;
  private final Listener listener;
  private final Thread thread = new Thread(this::listen, "cloud news");
  private @Nullable CloudLine line;
  private volatile boolean closed;

  CloudNews(Path folder, Listener listener) {
    this.folder = folder;
    this.listener = listener;
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    while (!closed) {
      try (CloudLine dialled = CloudLine.dial(folder)) {
        keep(dialled);
        dialled.say("news");
        while (true) {
          Words words = dialled.hear();
          if (!words.is(CloudLine.DONE)) {
            listener.heard(words);
          }
        }
      } catch (IOException | SourceFailure notThere) {
        // A survey tells what was missed.
      }
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private synchronized void keep(CloudLine dialled) throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    line = dialled;
  }

  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      CloudLine open = line;
      if (open != null) {
        open.close();
      }
    }
    LockSupport.unpark(thread);
  }
}
