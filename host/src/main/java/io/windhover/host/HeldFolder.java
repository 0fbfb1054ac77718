package io.windhover.host;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A state folder held by this process and by no other: of a run, a manager or a worker. It may lie
 * in a folder with other things in it. Nobody but its owner can look into it, unless its mode says
 * so ({@link FolderModes}).
 */
public final class HeldFolder implements AutoCloseable {
  /** What must not belong to anybody else in a folder of ours, the lock apart. */
  private static final List<String> OURS =
      List.of("id", "windhover.db", "logs", "checkpoints", "earlier");

  private static final File RANDOM = new File("/dev/urandom");
  private static final Pattern ID = Pattern.compile("windhover-([0-9a-f]{32})\n");

  private final Path folder;
  private final FolderLock lock;
  private final String id;

  private HeldFolder(Path folder, FolderLock lock, String id) {
    this.folder = folder;
    this.lock = lock;
    this.id = id;
  }

  /**
   * Takes hold of the folder, making it when it is missing.
   *
   * @param command what this process was asked to do, to be named to others who want the folder
   * @throws FolderFailure if another process, or another part of this one, holds it, or if it
   *     cannot be worked in
   */
  public static HeldFolder acquire(Path folder, String command) {
    Path place = folder.toAbsolutePath().normalize();
    try {
      prepare(place);
      return take(place, command);
    } catch (IOException e) {
      throw FolderFailure.of(place, e);
    }
  }

  /** Makes the folder when it is missing, and refuses one with things of somebody else's in it. */
  public static void prepare(Path folder) throws IOException {
    FolderModes.make(folder);
    for (String name : OURS) {
      // The id comes first when a folder is made: with it, all of these are ours.
      if (Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS) && id(folder).isEmpty()) {
        throw new FolderFailure(
            FolderFailure.Kind.NOT_OURS,
            folder
                + ": not a state folder, but has a '"
                + name
                + "' of its own; choose another folder",
            null);
      }
    }
  }

  /** Takes hold of a folder that was prepared. */
  public static HeldFolder take(Path folder, String command) throws IOException {
    FolderLock lock = FolderLock.acquire(folder, command);
    boolean fine = false;
    try {
      Optional<String> known = id(folder);
      String id = known.isPresent() ? known.get() : createId(folder);
      FolderModes.tighten(folder, FolderLock.file(folder));
      FolderModes.tighten(folder, idFile(folder));
      fine = true;
      return new HeldFolder(folder, lock, id);
    } finally {
      if (!fine) {
        lock.close();
      }
    }
  }

  /** The process that holds the folder now, if there is one. */
  public static Optional<Holder> holder(Path folder) throws IOException {
    return FolderLock.holder(folder);
  }

  /** What a state folder is known by; empty for any other folder. */
  public static Optional<String> id(Path folder) throws IOException {
    Path file = idFile(folder);
    if (!Files.isRegularFile(file) || Files.size(file) > 100) {
      return Optional.empty();
    }
    var found = ID.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private static Path idFile(Path folder) {
    return folder.resolve("id");
  }

  public Path folder() {
    return folder;
  }

  /** Random, made with the folder and stable from then on. */
  public String id() {
    return id;
  }

  /** Lets go of the folder. The system does the same when this process dies. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  /**
   * Straight from the system where it offers them: Java's generator takes longer to start, and
   * keeps two files open, which every command that is started then has to close.
   */
  private static byte[] randomBytes() throws IOException {
    var bytes = new byte[16];
    if (RANDOM.canRead()) {
      try (var random = new DataInputStream(new FileInputStream(RANDOM))) {
        random.readFully(bytes);
      }
    } else {
      new SecureRandom().nextBytes(bytes);
    }
    return bytes;
  }

  private static String createId(Path folder) throws IOException {
    String id = HexFormat.of().formatHex(randomBytes());
    Path draft = folder.resolve("id.new");
    byte[] text = ("windhover-" + id + "\n").getBytes(StandardCharsets.ISO_8859_1);
    // Forced: after a power cut a folder with an empty id would pass for somebody else's.
    try (var channel =
        FileChannel.open(
            draft, EnumSet.of(CREATE, WRITE, TRUNCATE_EXISTING), FolderModes.ofFilesIn(folder))) {
      channel.write(ByteBuffer.wrap(text));
      channel.force(true);
    }
    Files.move(draft, idFile(folder), StandardCopyOption.ATOMIC_MOVE);
    return id;
  }
}
