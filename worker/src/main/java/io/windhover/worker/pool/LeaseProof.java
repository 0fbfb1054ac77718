package io.windhover.worker.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * By what a rented machine proves that it is the one of its lease: the join secret of its start-up
 * data until it was welcome for the first time, and from then on the session key that the welcome
 * brought. The key and the session it belongs to are kept in the file {@code lease} of the worker's
 * folder, for its owner alone, so that a worker that was killed comes back as itself.
 */
public final class LeaseProof {
  private static final String FILE = "lease";

  private final String lease;
  private final Supplier<String> joinSecret;
  private volatile @Nullable Path folder;
  private volatile @Nullable Kept kept;

  /** What the file holds besides the lease. */
  private record Kept(String session, String key) {
    /** Without the key. */
    @Override
    public String toString() {
      return "the key of " + session;
    }
  }

  /**
   * Knows nothing but the lease yet.
   *
   * @param joinSecret asked for only while there is no session key
   */
  public LeaseProof(String lease, Supplier<String> joinSecret) {
    this.lease = lease;
    this.joinSecret = joinSecret;
  }

  public String lease() {
    return lease;
  }

  /** What it proves itself with now. */
  public String secret() {
    Kept known = kept;
    return known == null ? joinSecret.get() : known.key();
  }

  /** Takes up what an earlier life kept in this folder, if that was of the same lease. */
  void open(Path stateFolder) throws IOException {
    folder = stateFolder;
    Path file = stateFolder.resolve(FILE);
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
      if (lines.size() == 3 && lines.get(0).equals(lease)) {
        kept = new Kept(lines.get(1), lines.get(2));
      }
    }
  }

  /** The session that the key belongs to; the given one while there is no key. */
  String sessionOr(String fresh) {
    Kept known = kept;
    return known == null ? fresh : known.session();
  }

  /** The manager has said by what this machine is known from now on; empty: as before. */
  void exchanged(String session, String key) throws IOException {
    Path into = folder;
    if (key.isEmpty() || into == null || key.equals(secretIfKept())) {
      return;
    }
    kept = new Kept(session, key);
    Path draft = into.resolve(FILE + ".new");
    Files.deleteIfExists(draft);
    Files.createFile(draft, ownersOnly(into));
    Files.write(
        draft,
        List.of(lease, session, key),
        StandardCharsets.US_ASCII,
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
    Files.move(
        draft,
        into.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private String secretIfKept() {
    Kept known = kept;
    return known == null ? "" : known.key();
  }

  private static FileAttribute<?>[] ownersOnly(Path folder) {
    return Files.getFileAttributeView(folder, PosixFileAttributeView.class) == null
        ? new FileAttribute<?>[0]
        : new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
  }
}
