package io.windhover.depot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Depot in a folder that all machines share, over NFS say. What is being written has a name that
 * begins with a dot, which no key has; it gets its key by a rename once it is on the disk.
 */
public final class FolderDepot implements Depot {
  private static final String DRAFT = ".draft-";
  private static final int TRIES_MAX = 5;

  private final Path root;

  public FolderDepot(Path root) {
    this.root = root;
  }

  @Override
  public void put(String key, Path file) throws DepotFailure {
    keep(
        key,
        (draft, target) -> {
          Files.copy(file, draft);
          force(draft);
          Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
          return true;
        });
  }

  /** A hard link is the one thing that every file system makes only if the name is free. */
  @Override
  public boolean create(String key, byte[] text) throws DepotFailure {
    return keep(
        key,
        (draft, target) -> {
          Files.write(draft, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
          force(draft);
          try {
            Files.createLink(target, draft);
            return true;
          } catch (FileAlreadyExistsException e) {
            return false;
          }
        });
  }

  private interface Writing {
    boolean write(Path draft, Path target) throws IOException;
  }

  /** Writes a draft and gives it its name, again if somebody removed the folder meanwhile. */
  private boolean keep(String key, Writing writing) throws DepotFailure {
    Path target = root.resolve(DepotKey.checked(key));
    for (int tries = 1; ; tries++) {
      Path draft = target.resolveSibling(DRAFT + UUID.randomUUID());
      try {
        Path folder = Files.createDirectories(target.resolveSibling(""));
        try {
          boolean kept = writing.write(draft, target);
          force(folder);
          return kept;
        } finally {
          Files.deleteIfExists(draft);
        }
      } catch (NoSuchFileException e) {
        if (tries == TRIES_MAX) {
          throw failure("cannot keep", key, e);
        }
      } catch (IOException e) {
        throw failure("cannot keep", key, e);
      }
    }
  }

  @Override
  public Optional<byte[]> read(String key) throws DepotFailure {
    try {
      return Optional.of(Files.readAllBytes(path(key)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failure("cannot read", key, e);
    }
  }

  @Override
  public boolean fetch(String key, Path file) throws DepotFailure {
    Path source = path(key);
    try {
      if (!Files.exists(source)) {
        return false;
      }
      Files.copy(source, file);
      return true;
    } catch (IOException e) {
      throw failure("cannot copy", key, e);
    }
  }

  @Override
  public List<String> list(String prefix) throws DepotFailure {
    Path from = path(prefix.contains("/") ? prefix.substring(0, prefix.lastIndexOf('/')) : "");
    if (!Files.isDirectory(from)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(from)) {
      return files
          .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .filter(key -> key.startsWith(prefix))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw failure("cannot list", prefix, e);
    }
  }

  /** Folders that are empty then go too, so that finished jobs leave nothing. */
  @Override
  public void remove(String key) throws DepotFailure {
    Path file = path(key);
    try {
      Files.deleteIfExists(file);
      for (Path up = file.getParent(); up != null && !up.equals(root); up = up.getParent()) {
        Files.deleteIfExists(up);
      }
    } catch (DirectoryNotEmptyException othersAreThere) {
      // As it should be.
    } catch (IOException e) {
      throw failure("cannot remove", key, e);
    }
  }

  private Path path(String key) {
    return key.isEmpty() ? root : root.resolve(DepotKey.checked(key));
  }

  /** What is not on the disk would be gone, or empty, after a power cut, though it has its name. */
  private static void force(Path fileOrFolder) throws IOException {
    try (var channel = FileChannel.open(fileOrFolder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private DepotFailure failure(String what, String key, Exception e) {
    return new DepotFailure("%s %s in the depot %s: %s".formatted(what, key, root, e), e);
  }

  @Override
  public String toString() {
    return "folder " + root;
  }
}
