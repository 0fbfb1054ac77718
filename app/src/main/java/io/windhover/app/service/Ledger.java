package io.windhover.app.service;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.Store;
import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The facts on disk: a journal entry for every group of them, and now and then a snapshot. */
final class Ledger implements AutoCloseable {
  /** So many facts are read again in a second or two. */
  private static final int FACTS_BETWEEN_SNAPSHOTS = 500_000;

  private static final String KIND = "kind";
  private static final String OURS = "placement";

  private final StateFolder folder;
  private final Store store;
  private long sequence;
  private long factsSinceSnapshot;

  private Ledger(StateFolder folder, Store store) {
    this.folder = folder;
    this.store = store;
    this.sequence = store.lastSequence();
  }

  static Ledger open(Path path) {
    StateFolder folder = StateFolder.acquire(path, "place --serve");
    boolean fine = false;
    try {
      boolean there = Files.exists(folder.database());
      Store store =
          there ? SqliteStore.open(folder.database()) : SqliteStore.create(folder.database());
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

  void snapshotWhenDue(Book book) {
    if (factsSinceSnapshot >= FACTS_BETWEEN_SNAPSHOTS) {
      snapshot(book);
    }
  }

  void snapshot(Book book) {
    if (factsSinceSnapshot > 0) {
      var text = new FactText.Writer();
      book.facts(text::add);
      store.saveSnapshot(new Snapshot(sequence, text.text()));
      factsSinceSnapshot = 0;
    }
  }

  @Override
  public void close() {
    try (folder) {
      store.close();
    }
  }
}
