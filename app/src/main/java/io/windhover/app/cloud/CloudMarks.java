package io.windhover.app.cloud;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The marks by which this user's runs know the machines they have rented from one cloud, each with
 * the run's state folder: a file a run in {@code marks} below the cloud's folder. A sweep ends what
 * carries one of them and leaves the machines of others alone.
 */
public final class CloudMarks {
  /** What every mark begins with. */
  public static final String ANY = "wh-";

  private static final String FOLDER = "marks";

  private final Path folder;

  /** The marks of the cloud whose folder this is. */
  public CloudMarks(Path cloud) {
    this.folder = cloud.resolve(FOLDER);
  }

  /** Keeps a mark; on disk before anything that carries it is rented. */
  public void keep(String mark, Path run) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve(mark), run.toAbsolutePath().normalize() + "\n", StandardCharsets.UTF_8);
  }

  /** The state folder of each run, by its mark. */
  public Map<String, Path> all() throws IOException {
    Map<String, Path> runs = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        runs.put(String.valueOf(file.getFileName()), Path.of(Files.readString(file).strip()));
      }
    } catch (NoSuchFileException noneYet) {
      return runs;
    }
    return runs;
  }

  /** The mark that a lease begins with, if it is one of these. */
  public static Optional<String> markOf(String lease, Map<String, Path> runs) {
    return runs.keySet().stream().filter(lease::startsWith).findFirst();
  }
}
