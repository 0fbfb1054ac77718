package io.windhover.depot.checkpoint;

import io.windhover.depot.DepotAddress;
import io.windhover.depot.s3.S3KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that writes a generation of files, saves them, says so, and goes on until it is killed.
 * It begins where the store has it.
 */
final class SaverProcess {
  static final int FILES = 6;

  private SaverProcess() {}

  /** The words: the store's address, a file with keys, an empty folder, the attempt's number. */
  public static void main(String[] words) throws IOException, InterruptedException {
    Path keys = Path.of(words[1]);
    var depot = DepotAddress.parse(words[0]).open(() -> S3KeyFile.read(keys));
    Path folder = Path.of(words[2]);
    int attempt = Integer.parseInt(words[3]);
    var shelf = new CheckpointShelf(depot, "state/1/point/0");
    int generation = shelf.restore(folder).isPresent() ? generation(folder) : 0;
    Files.createDirectories(folder);
    CheckpointSaver saver = shelf.saver(attempt, folder);
    System.out.println("from " + generation);
    while (true) {
      generation++;
      for (int i = 0; i < FILES; i++) {
        Files.writeString(folder.resolve("part" + i), (generation + "\n").repeat(200 * (i + 1)));
      }
      if (saver.save(generation).isPresent()) {
        System.out.println("saved " + generation);
      }
    }
  }

  /** The one generation that all files are of. */
  static int generation(Path folder) throws IOException {
    int found = -1;
    for (int i = 0; i < FILES; i++) {
      for (String line : Files.readAllLines(folder.resolve("part" + i))) {
        int generation = Integer.parseInt(line);
        if (found >= 0 && found != generation) {
          throw new IllegalStateException("parts of generations " + found + " and " + generation);
        }
        found = generation;
      }
    }
    return found;
  }
}
