package io.windhover.depot.checkpoint;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a folder holds at one moment, as far as it can be told without reading files. Two scans that
 * are equal say that nothing has changed between them, unless it changed within the grain of the
 * file system's clock: see {@link #changedSince}.
 */
record FolderScan(SortedMap<String, Stamp> entries) {
  /** Kind of an entry. */
  enum Kind {
    FOLDER,
    FILE,
    LINK
  }

  /**
   * Stamp of one entry. A file that was replaced has another number, one that was written another
   * time.
   *
   * @param mode the permissions as in chmod
   * @param inode the file system's number of it
   * @param changed when anything about it was last changed, which no program can set back
   */
  record Stamp(Kind kind, int mode, long size, long inode, FileTime modified, FileTime changed) {}

  private static final int PERMISSIONS = 0_7777;

  FolderScan {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  static FolderScan of(Path folder) throws IOException {
    SortedMap<String, Stamp> entries = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes)
              throws IOException {
            if (!dir.equals(folder)) {
              add(dir, attributes);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            add(file, attributes);
            return FileVisitResult.CONTINUE;
          }

          private void add(Path path, BasicFileAttributes attributes) throws IOException {
            // Sockets and pipes cannot be kept.
            if (!attributes.isOther()) {
              entries.put(folder.relativize(path).toString(), stamp(path, attributes));
            }
          }
        });
    return new FolderScan(entries);
  }

  private static Stamp stamp(Path path, BasicFileAttributes attributes) throws IOException {
    Kind kind =
        attributes.isDirectory()
            ? Kind.FOLDER
            : attributes.isSymbolicLink() ? Kind.LINK : Kind.FILE;
    return new Stamp(
        kind,
        (Integer) unix(path, "mode") & PERMISSIONS,
        kind == Kind.FILE ? attributes.size() : 0,
        (Long) unix(path, "ino"),
        attributes.lastModifiedTime(),
        (FileTime) unix(path, "ctime"));
  }

  private static Object unix(Path path, String attribute) throws IOException {
    return Files.getAttribute(path, "unix:" + attribute, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether anything was changed at this moment of the file system's clock or after it. */
  boolean changedSince(long epochMillis) {
    return entries.values().stream().anyMatch(stamp -> stamp.changed().toMillis() >= epochMillis);
  }
}
