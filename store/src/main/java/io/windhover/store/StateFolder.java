package io.windhover.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.windhover.store.StoreException.Kind;
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
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A state folder held by this process and by no other. It may lie in a folder with other things in
 * it. Nobody but its owner can look into it, unless its mode says so ({@link FolderModes}).
 */
public final class StateFolder implements AutoCloseable {
  private static final File RANDOM = new File("/dev/urandom");
  private static final Pattern ID = Pattern.compile("windhover-([0-9a-f]{32})\n");

  private final StateLayout layout;
  private final FolderLock lock;
  private final String id;

  private StateFolder(StateLayout layout, FolderLock lock, String id) {
    this.layout = layout;
    this.lock = lock;
    this.id = id;
  }

  /**
   * Takes hold of the folder, making it when it is missing.
   *
   * @param command what this process was asked to do, to be named to others who want the folder
   * @throws StateFolderInUse if another process, or another part of this one, holds it
   */
  public static StateFolder acquire(Path folder, String command) {
    var layout = new StateLayout(folder.toAbsolutePath().normalize());
    try {
      FolderModes.make(layout.folder());
      refuseStrangers(layout);
      markIfNew(layout);
      FolderLock lock = FolderLock.acquire(layout, command);
      boolean fine = false;
      try {
        Optional<String> known = readId(layout);
        String id = known.isPresent() ? known.get() : createId(layout);
        Archive.undoInterrupted(layout);
        for (Path file : layout.books()) {
          FolderModes.tighten(layout.folder(), file);
        }
        fine = true;
        return new StateFolder(layout, lock, id);
      } finally {
        if (!fine) {
          lock.close();
        }
      }
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Makes what is missing above a state folder; {@code .windhover} is for its owner alone. */
  public static void makeParents(Path folder) throws IOException {
    FolderModes.makeParents(folder.toAbsolutePath().normalize());
  }

  /** Whether this is a state folder, of a run that runs, ended or died. */
  public static boolean isStateFolder(Path folder) {
    try {
      return readId(new StateLayout(folder)).isPresent();
    } catch (IOException e) {
      throw Failures.of(folder, e);
    }
  }

  /** The process that holds the folder now, if there is one. */
  public static Optional<Holder> holder(Path folder) {
    try {
      return FolderLock.holder(new StateLayout(folder));
    } catch (IOException e) {
      throw Failures.of(folder, e);
    }
  }

  /**
   * Copies what is recorded in a state folder to another that is empty, while a process may be
   * writing it: the database as it is at one moment, and whose it is. Outputs of tasks stay where
   * they are. The copy is a state folder.
   */
  public static void backUp(Path folder, Path target) {
    var from = new StateLayout(folder);
    var to = new StateLayout(target);
    SqliteBackup.backUp(from.database(), to.database());
    try {
      if (readId(from).isPresent()) {
        Files.copy(from.id(), to.id());
        FolderModes.tighten(target, to.id());
      }
    } catch (IOException e) {
      throw Failures.of(target, e);
    }
  }

  public StateLayout layout() {
    return layout;
  }

  /** Random, made with the folder and stable from then on, also over {@link #archive}. */
  public String id() {
    return id;
  }

  public Path database() {
    return layout.database();
  }

  public Path logs() {
    return layout.logs();
  }

  /**
   * Whether there is a database to go on with; false when the folder has never had one.
   *
   * @throws StoreException when there must have been one: a folder whose record was lost, or was
   *     emptied, is not taken for a new one
   */
  public boolean hasDatabase() {
    try {
      if (isFilled(layout.database()) || isFilled(layout.log())) {
        return true;
      }
      if (Files.exists(layout.nothingYet())) {
        return false;
      }
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
    throw lost(Files.exists(layout.database()) ? "is empty" : "is missing");
  }

  private static boolean isFilled(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }

  /** What is to be said of a folder that was worked in and whose record is gone. */
  public StoreException lost(String how) {
    return Failures.failure(
        Kind.MISSING,
        ("%s: its database %s %s, though the folder was in use before; put the file back from a"
                + " copy, or begin anew in another folder")
            .formatted(layout.folder(), layout.database().getFileName(), how),
        null);
  }

  /** Makes the database of a folder that has never had one. */
  public SqliteStore createDatabase() {
    try {
      Files.deleteIfExists(layout.database()); // Empty, or hasDatabase would have found it.
      Files.createFile(layout.database(), FolderModes.ofFilesIn(layout.folder()));
      return openDatabase();
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Opens the database that {@link #hasDatabase} has found. */
  public SqliteStore openDatabase() {
    try {
      boolean mayBeUnfinished = Files.exists(layout.nothingYet());
      SqliteStore store =
          mayBeUnfinished
              ? SqliteStore.open(layout.database())
              : SqliteStore.openFinished(layout.database());
      Files.deleteIfExists(layout.nothingYet());
      return store;
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /**
   * Moves a finished run aside to the next free number under {@code earlier}, and answers that
   * folder. The store must be closed. A process that dies in the midst of it leaves the run where
   * it was or where it goes; the next to acquire the folder puts it right.
   */
  public Path archive() {
    try {
      mark(layout);
      return Archive.moveAside(layout);
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Lets go of the folder. The system does the same when this process dies. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw Failures.of(layout.folder(), e);
    }
  }

  /** Before the lock: a process that dies between the two leaves a folder that is still new. */
  private static void markIfNew(StateLayout layout) throws IOException {
    boolean used =
        Stream.of(layout.lock(), layout.id(), layout.database(), layout.logs())
            .anyMatch(Files::exists);
    if (!used && !Files.exists(layout.nothingYet())) {
      mark(layout);
    }
  }

  private static void mark(StateLayout layout) throws IOException {
    if (!Files.exists(layout.nothingYet())) {
      Files.createFile(layout.nothingYet(), FolderModes.ofFilesIn(layout.folder()));
    }
  }

  private static void refuseStrangers(StateLayout layout) throws IOException {
    for (Path path : layout.ours()) {
      // The id comes first when a folder is made: with it, all of these are ours.
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && readId(layout).isEmpty()) {
        throw Failures.failure(
            Kind.NOT_OURS,
            layout.folder()
                + ": not a state folder, but has a '"
                + path.getFileName()
                + "' of its own; choose another folder",
            null);
      }
    }
  }

  private static Optional<String> readId(StateLayout layout) throws IOException {
    if (!Files.isRegularFile(layout.id()) || Files.size(layout.id()) > 100) {
      return Optional.empty();
    }
    var found = ID.matcher(Files.readString(layout.id(), StandardCharsets.ISO_8859_1));
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
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

  private static String createId(StateLayout layout) throws IOException {
    String id = HexFormat.of().formatHex(randomBytes());
    Path draft = layout.folder().resolve("id.new");
    byte[] text = ("windhover-" + id + "\n").getBytes(StandardCharsets.ISO_8859_1);
    // Forced: after a power cut a folder with an empty id would pass for somebody else's.
    try (var channel =
        FileChannel.open(
            draft,
            EnumSet.of(CREATE, WRITE, TRUNCATE_EXISTING),
            FolderModes.ofFilesIn(layout.folder()))) {
      channel.write(ByteBuffer.wrap(text));
      channel.force(true);
    }
    Files.move(draft, layout.id(), StandardCopyOption.ATOMIC_MOVE);
    return id;
  }
}
