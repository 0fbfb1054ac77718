package io.windhover.store;

import io.windhover.store.Store.Snapshot;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What keeps a database small: old snapshots, entries and results go. Within a transaction. */
final class SqliteTrims {
  /** Of the snapshots that are kept to go on from, about so many are. */
  private static final int SNAPSHOTS_TO_GO_ON_FROM = 8;

  private SqliteTrims() {}

  static void saveSnapshot(SqliteFile file, Snapshot snapshot, long neededFrom)
      throws SQLException {
    try (PreparedStatement save =
            file.prepare("INSERT OR REPLACE INTO snapshots(sequence, state) VALUES (?, ?)");
        PreparedStatement drop =
            file.prepare(
                "DELETE FROM snapshots WHERE sequence NOT IN"
                    + " (SELECT sequence FROM snapshots ORDER BY sequence DESC LIMIT 2)"
                    + " AND (sequence <"
                    + " (SELECT coalesce(max(sequence), 0) FROM snapshots WHERE sequence <= ?1)"
                    + " OR sequence - (SELECT max(older.sequence) FROM snapshots AS older"
                    + " WHERE older.sequence < snapshots.sequence) < ?2)")) {
      save.setLong(1, snapshot.sequence());
      PackedText.bind(save, 2, snapshot.state());
      save.executeUpdate();
      long span = Math.max(0, snapshot.sequence() - neededFrom);
      drop.setLong(1, neededFrom);
      drop.setLong(2, span / SNAPSHOTS_TO_GO_ON_FROM);
      drop.executeUpdate();
    }
  }

  static int entries(SqliteFile file, long throughSequence, int most, long lastSequence)
      throws SQLException {
    long needed = file.number("SELECT coalesce(min(sequence), 0) FROM snapshots");
    if (throughSequence > needed || throughSequence >= lastSequence) {
      throw new IllegalArgumentException(
          "entry " + throughSequence + " is needed: the oldest snapshot is of " + needed);
    }
    try (PreparedStatement drop =
        file.prepare(
            "DELETE FROM journal WHERE sequence IN (SELECT sequence FROM journal"
                + " WHERE sequence <= ? ORDER BY sequence LIMIT ?)")) {
      drop.setLong(1, throughSequence);
      drop.setInt(2, most);
      return drop.executeUpdate();
    }
  }

  static int results(SqliteFile file, int job, int most) throws SQLException {
    try (PreparedStatement drop =
        file.prepare(
            "DELETE FROM results WHERE number IN"
                + " (SELECT number FROM results WHERE job = ? LIMIT ?)")) {
      drop.setInt(1, job);
      drop.setInt(2, most);
      return drop.executeUpdate();
    }
  }
}
