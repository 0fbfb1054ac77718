package io.windhover.worker;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the outputs of attempts are: GROUP/THOUSANDS/INDEX.ATTEMPT.out and .err, so that no folder
 * holds more than some thousand files. THOUSANDS is the index divided by 1000. In GROUP everything
 * but ASCII letters, digits, {@code _}, {@code -} and inner dots stands as %XX of its UTF-8 bytes:
 * names then survive any locale and file system, and none leads out of the folder.
 */
public final class LogFiles {
  private static final int PER_FOLDER = 1_000;

  private final Path root;
  private final @Nullable StateModes modes;
  private final Set<String> made = ConcurrentHashMap.newKeySet();

  /** The folder that was asked for last: neighbours mostly share theirs. */
  private volatile @Nullable Folder latest;

  private record Folder(String group, int thousands, String path) {}

  /** For whoever reads. */
  public LogFiles(Path root) {
    this(root, null);
  }

  /** For whoever writes. */
  LogFiles(Path root, @Nullable StateModes modes) {
    this.root = root;
    this.modes = modes;
  }

  public Path out(String group, int index, int attempt) {
    return file(group, index, attempt, ".out").toPath();
  }

  public Path err(String group, int index, int attempt) {
    return file(group, index, attempt, ".err").toPath();
  }

  /** What the cleanup command wrote; there is no such file when it wrote nothing. */
  public Path cleanup(String group, int index, int attempt) {
    return file(group, index, attempt, ".cleanup").toPath();
  }

  File file(String group, int index, int attempt, String suffix) {
    return new File(folder(group, index) + "/" + index + "." + attempt + suffix);
  }

  /** Makes the folder of this task's files, once. */
  void makeFolder(String group, int index) throws IOException {
    String folder = folder(group, index);
    if (!made.contains(folder)) {
      writing().makeFolder(Path.of(folder));
      made.add(folder);
    }
  }

  /** Makes a file of this task, empty, in a folder that was made before; it may be gone since. */
  void makeFile(String group, int index, File file) throws IOException {
    try {
      writing().makeFile(file.toPath());
    } catch (NoSuchFileException somebodyRemovedTheFolder) {
      made.remove(folder(group, index));
      makeFolder(group, index);
      writing().makeFile(file.toPath());
    }
  }

  private StateModes writing() {
    return Objects.requireNonNull(modes, "these files are only read");
  }

  /** The folder of this task's files. */
  String folder(String group, int index) {
    int thousands = index / PER_FOLDER;
    Folder known = latest;
    if (known == null || known.thousands != thousands || !known.group.equals(group)) {
      known = new Folder(group, thousands, root + "/" + plainName(group) + "/" + thousands);
      latest = known;
    }
    return known.path;
  }

  static String plainName(String group) {
    StringBuilder name = new StringBuilder(group.length());
    for (byte b : group.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (isPlain(c) || (c == '.' && !name.isEmpty())) {
        name.append(c);
      } else {
        name.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
        name.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
      }
    }
    return name.isEmpty() ? "%" : name.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }
}
