package io.windhover.app.service;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.store.StateFolder;
import io.windhover.store.Store;
import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Snapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The facts on disk: a journal entry for every group of them, and now and then a snapshot. */
final class Ledger implements AutoCloseable {
  /** So many facts are read again in a second or two. */
  static final int FACTS_BETWEEN_SNAPSHOTS = 500_000;

  private static final String KIND = "kind";
  private static final String OURS = "placement";

  /** Dropping them takes a few milliseconds. */
  private static final int ENTRIES_FORGOTTEN_A_TURN = 50;

  private final StateFolder folder;
  private final Store store;
  private long sequence;
  private long factsSinceSnapshot;
  private long snapshotSequence;
  private long forgettableSequence;

  private Ledger(StateFolder folder, Store store) {
    this.folder = folder;
    this.store = store;
    this.sequence = store.lastSequence();
  }

  static Ledger open(Path path) {
    StateFolder folder = StateFolder.acquire(path, "place --serve");
    boolean fine = false;
    try {
      Store store = folder.hasDatabase() ? folder.openDatabase() : folder.createDatabase();
      try {
        checkKind(path, store);
        fine = true;
        return new Ledger(folder, store);
      } finally {
        if (!fine) {
          store.close();
        }
      }
    } finally {
      if (!fine) {
        folder.close();
      }
    }
  }

  private static void checkKind(Path path, Store store) {
    Optional<String> kind = store.value(KIND);
    if (kind.isEmpty() && store.lastSequence() == 0) {
      store.append(List.of(), List.of(), Map.of(KIND, OURS), Durability.POWER_LOSS);
    } else if (!kind.orElse("").equals(OURS)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, path + ": holds a run, not a placement service; choose another");
    }
  }

  /** Puts into the book all that was ever written. */
  void load(Book book) {
    long[] from = {0};
    try {
      store
          .latestSnapshot()
          .ifPresent(
              snapshot -> {
                FactText.read(snapshot.state(), book::apply);
                from[0] = snapshot.sequence();
              });
      store.entriesAfter(
          from[0],
          entry ->
              FactText.read(
                  entry.batch(),
                  fact -> {
                    book.apply(fact);
                    factsSinceSnapshot++;
                  }));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, folder.database() + ": the journal cannot be read: " + e, e);
    }
  }

  /** When this returns the facts are on disk. */
  void append(FactText.Writer facts, long nowMillis) {
    var entry = new Entry(sequence + 1, nowMillis, facts.text(), "");
    store.append(List.of(entry), List.of(), Durability.POWER_LOSS);
    sequence++;
    factsSinceSnapshot += facts.count();
  }

  /** Writes a snapshot when there is much to read again; then the oldest entries may go. */
  void tidy(Book book, int factsBetweenSnapshots) {
    if (factsSinceSnapshot >= factsBetweenSnapshots) {
      long before = snapshotSequence;
      snapshot(book);
      forgettableSequence = before;
    } else if (forgettableSequence > 0) {
      int forgotten = store.forgetEntries(forgettableSequence, ENTRIES_FORGOTTEN_A_TURN);
      forgettableSequence = forgotten == 0 ? 0 : forgettableSequence;
    }
  }

  void snapshot(Book book) {
    if (factsSinceSnapshot > 0) {
      var text = new FactText.Writer();
      book.facts(text::add);
      store.saveSnapshot(new Snapshot(sequence, text.text()));
      factsSinceSnapshot = 0;
      snapshotSequence = sequence;
    }
  }

  @Override
  public void close() {
    try (folder) {
      store.close();
    }
  }
}
