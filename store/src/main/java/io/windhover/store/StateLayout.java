package io.windhover.store;

import java.nio.file.Path;
import java.util.List;

/**
 * Where things are in a state folder. Readers use it as it is; writers need {@link StateFolder}.
 */
public record StateLayout(Path folder) {
  public Path database() {
    return folder.resolve("windhover.db");
  }

  /** Outputs of attempts. */
  public Path logs() {
    return folder.resolve("logs");
  }

  /** What tasks save of their work on the way; a run begun anew must not find an old one's. */
  public Path checkpoints() {
    return folder.resolve("checkpoints");
  }

  /** Runs that were moved aside, each a folder with a number for a name. */
  public Path earlier() {
    return folder.resolve("earlier");
  }

  Path lock() {
    return folder.resolve("lock");
  }

  Path id() {
    return folder.resolve("id");
  }

  /** A file that is there from the making of a folder until the first database is in it. */
  Path nothingYet() {
    return folder.resolve("nothing-yet");
  }

  /** SQLite's own files beside the database. */
  Path log() {
    return folder.resolve("windhover.db-wal");
  }

  Path logIndex() {
    return folder.resolve("windhover.db-shm");
  }

  /** What the program itself writes for itself. */
  List<Path> books() {
    return List.of(database(), log(), logIndex(), lock(), id());
  }
}
