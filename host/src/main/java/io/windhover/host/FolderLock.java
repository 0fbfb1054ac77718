package io.windhover.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock on a state folder for the life of this process. The system lets go of it when the process
 * dies, however it dies; the file and its text stay behind and hinder nobody.
 */
final class FolderLock implements AutoCloseable {
  /** A status command that looks who holds the lock holds it itself for an instant. */
  private static final int TRIES_MAX = 20;

  private static final long PAUSE_NANOS = 15_000_000;
  private static final int TEXT_BYTES_MAX = 4_096;

  /**
   * The folders this process holds. Static, against our habit, because the system's locks are: they
   * belong to the process, and closing any channel to the file, even one that only read it, gives
   * them up. So nobody here opens a lock file that this map names.
   */
  private static final Map<Object, Holder> HELD = new ConcurrentHashMap<>();

  private static final String FILE = "lock";

  private final Object folder;
  private final FileChannel channel;

  private FolderLock(Object folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  static Path file(Path stateFolder) {
    return stateFolder.resolve(FILE);
  }

  static FolderLock acquire(Path stateFolder, String command) throws IOException {
    Holder us = Holder.thisProcess(command);
    Object folder = identity(stateFolder);
    Holder other = HELD.putIfAbsent(folder, us);
    if (other != null) {
      throw inUse(stateFolder, Optional.of(other));
    }
    boolean locked = false;
    try {
      FileChannel channel =
          FileChannel.open(
              file(stateFolder),
              EnumSet.of(
                  StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              FolderModes.ofFilesIn(stateFolder));
      try {
        lock(stateFolder, channel);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(us.text().getBytes(StandardCharsets.UTF_8)), 0);
        locked = true;
        return new FolderLock(folder, channel);
      } finally {
        if (!locked) {
          channel.close();
        }
      }
    } finally {
      if (!locked) {
        HELD.remove(folder);
      }
    }
  }

  /** Who holds the folder now, if anybody does; needs no more than reading. */
  static Optional<Holder> holder(Path stateFolder) throws IOException {
    if (!Files.exists(file(stateFolder))) {
      return Optional.empty();
    }
    Holder us = HELD.get(identity(stateFolder));
    if (us != null) {
      return Optional.of(us);
    }
    try (FileChannel channel = FileChannel.open(file(stateFolder), StandardOpenOption.READ)) {
      if (channel.tryLock(0, Long.MAX_VALUE, true) != null) {
        return Optional.empty();
      }
      return Holder.parse(text(channel));
    }
  }

  private static void lock(Path stateFolder, FileChannel channel) throws IOException {
    for (int tries = 0; channel.tryLock() == null; tries++) {
      if (tries == TRIES_MAX) {
        throw inUse(stateFolder, Holder.parse(text(channel)));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    String text = text(channel);
    if (!text.isEmpty() && !"process: ".startsWith(text) && !text.startsWith("process: ")) {
      throw new FolderFailure(
          FolderFailure.Kind.NOT_OURS,
          file(stateFolder) + ": a file of another program; choose another folder",
          null);
    }
  }

  private static FolderFailure inUse(Path stateFolder, Optional<Holder> holder) {
    return new FolderFailure(
        FolderFailure.Kind.IN_USE,
        stateFolder
            + ": in use by "
            + holder.map(Holder::describe).orElse("another process")
            + "; wait for it or end it",
        null);
  }

  private static String text(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(TEXT_BYTES_MAX);
    channel.read(bytes, 0);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  /** The same for every way to a folder: device and number rather than a name. */
  private static Object identity(Path folder) throws IOException {
    Object key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
    return Objects.requireNonNullElse(key, folder.toRealPath());
  }

  @Override
  public void close() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    try (channel) {
      channel.truncate(0);
    } finally {
      HELD.remove(folder);
    }
  }
}
