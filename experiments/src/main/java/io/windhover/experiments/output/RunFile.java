package io.windhover.experiments.output;

import io.windhover.experiments.paper.PastRuns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs in a file, a line each: the name, a tab, the result. A line is written as soon as its run is
 * over, so whatever ends the program, at most the runs that were under way are lost.
 */
public final class RunFile implements PastRuns, AutoCloseable {
  private static final char TAB = '\t';
  private static final byte NEWLINE = '\n';

  /** A run could not be written down; nothing of it is in the file. */
  public static final class NotWritten extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final IOException why;

    private NotWritten(IOException why) {
      super(why);
      this.why = why;
    }

    public IOException why() {
      return why;
    }
  }

  private final FileChannel channel;
  private final Map<String, String> results = new ConcurrentHashMap<>();
  private final int taken;

  private RunFile(FileChannel channel) throws IOException {
    this.channel = channel;
    read();
    this.taken = results.size();
  }

  /** Makes the file when there is none; nobody else can open it before this one is closed. */
  public static RunFile open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (lock(channel) == null) {
        throw new FileSystemException(file.toString(), null, "another process writes to it");
      }
      return new RunFile(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // Held by this very process.
    }
  }

  /**
   * What stands behind the last line's end was cut off while it was written, and goes. Nothing else
   * may open the file here: once that is closed, the system takes the lock away.
   */
  private void read() throws IOException {
    byte[] bytes = Channels.newInputStream(channel).readAllBytes();
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != NEWLINE) {
      whole--;
    }
    channel.truncate(whole).position(whole);
    new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().forEach(this::read);
  }

  private void read(String line) {
    int tab = line.indexOf(TAB);
    if (tab > 0) {
      results.put(line.substring(0, tab), line.substring(tab + 1));
    }
  }

  /** How many were there when it was opened. */
  public int taken() {
    return taken;
  }

  @Override
  public Optional<String> result(String run) {
    return Optional.ofNullable(results.get(run));
  }

  @Override
  public synchronized void add(String run, String result) {
    if (run.indexOf(TAB) >= 0 || (run + result).indexOf(NEWLINE) >= 0) {
      throw new IllegalArgumentException("not one line, or a name with a tab: " + run);
    }
    ByteBuffer line = ByteBuffer.wrap((run + TAB + result + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      write(line);
    } catch (IOException e) {
      throw new NotWritten(e);
    }
    results.put(run, result);
  }

  /** All of it or, when the disk is full, nothing. */
  private void write(ByteBuffer line) throws IOException {
    long before = channel.position();
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (IOException e) {
      channel.truncate(before);
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
