package io.windhover.local;

import io.windhover.capacity.LaunchRefusal;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** Where a cloud hears what is asked of it: a socket in its folder, which is its owner's alone. */
final class CloudSocket implements AutoCloseable {
  /** News that nobody fetches; who has missed so much asks for a survey. */
  private static final int NEWS_MAX = 10_000;

  /** Answers one question, line by line, but for the last. */
  interface Clerk {
    /** The words after the verb are left to read; what it throws is said as the last line. */
    void answer(String verb, Words words, CloudLine line) throws Exception;
  }

  private final UnixDomainSocketAddress address;
  private final ServerSocketChannel door;
  private final Clerk clerk;
  private final Set<BlockingQueue<String>> listeners = ConcurrentHashMap.newKeySet();

  /** Nobody is heard before {@link #open}. */
  CloudSocket(Path folder, Clerk clerk) throws IOException {
    this.address = CloudLine.address(folder);
    this.clerk = clerk;
    this.door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
  }

  void open() throws IOException {
    Files.deleteIfExists(address.getPath());
    door.bind(address);
    Files.setPosixFilePermissions(address.getPath(), PosixFilePermissions.fromString("rw-------"));
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "cloud socket");
    thread.setDaemon(true);
    thread.start();
  }

  boolean hasListeners() {
    return !listeners.isEmpty();
  }

  /** Says a line to all who listen, without waiting for any. */
  void tell(String line) {
    listeners.forEach(
        listener -> {
          if (!listener.offer(line)) {
            listener.clear();
          }
        });
  }

  private void accept() {
    try {
      while (true) {
        var line = new CloudLine(door.accept());
        daemon(() -> serve(line));
      }
    } catch (IOException over) {
      // The cloud ends.
    }
  }

  private void serve(CloudLine line) {
    try (line) {
      Words words = line.hear();
      String verb = words.text();
      if (verb.equals("news")) {
        listen(line);
      } else {
        line.say(lastLine(verb, words, line));
      }
    } catch (IOException over) {
      // Whoever asked has gone; a manager asks again.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String lastLine(String verb, Words words, CloudLine line) throws IOException {
    try {
      clerk.answer(verb, words, line);
      return CloudLine.DONE;
    } catch (LaunchRefusal e) {
      return Words.line(CloudLine.REFUSED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      return Words.line(CloudLine.FAILED, String.valueOf(e.getMessage()));
    }
  }

  /** Another thread sees that the listener has gone: here, only news would show it. */
  private void listen(CloudLine line) throws IOException, InterruptedException {
    BlockingQueue<String> news = new LinkedBlockingQueue<>(NEWS_MAX);
    listeners.add(news);
    try {
      line.say(CloudLine.DONE);
      Thread here = Thread.currentThread();
      daemon(
          () -> {
            try {
              line.hear();
            } catch (IOException gone) {
              // As was to be expected.
            }
            here.interrupt();
          });
      while (true) {
        line.say(news.take());
      }
    } finally {
      listeners.remove(news);
    }
  }

  @Override
  public void close() {
    try {
      door.close();
      Files.deleteIfExists(address.getPath());
    } catch (IOException gone) {
      // The next cloud of the folder removes it.
    }
  }
}
