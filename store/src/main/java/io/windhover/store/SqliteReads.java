package io.windhover.store;

import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Result;
import io.windhover.store.Store.Snapshot;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The queries that writers and readers share. Rows are streamed: SQLite steps one at a time. */
final class SqliteReads {
  private static final String RESULTS =
      "SELECT job, task, attempt, outcome, ended_at, detail FROM results";

  private final SqliteFile file;

  SqliteReads(SqliteFile file) {
    this.file = file;
  }

  void entriesAfter(long sequence, Consumer<Entry> consumer) {
    each(
        "SELECT sequence, at, batch, decision FROM journal WHERE sequence > ? ORDER BY sequence",
        sequence,
        row ->
            new Entry(
                row.getLong(1), row.getLong(2), PackedText.read(row, 3), PackedText.read(row, 4)),
        consumer);
  }

  long lastSequence() {
    var last = new ArrayList<Long>(1);
    each("SELECT coalesce(max(sequence), 0) FROM journal", null, row -> row.getLong(1), last::add);
    return last.get(0);
  }

  long firstSequence() {
    var first = new ArrayList<Long>(1);
    each("SELECT coalesce(min(sequence), 0) FROM journal", null, row -> row.getLong(1), first::add);
    return first.get(0);
  }

  Optional<Snapshot> latestSnapshot() {
    return snapshot("DESC");
  }

  Optional<Snapshot> earliestSnapshot() {
    return snapshot("ASC");
  }

  private Optional<Snapshot> snapshot(String order) {
    return first(
        "SELECT sequence, state FROM snapshots ORDER BY sequence " + order + " LIMIT 1",
        null,
        row -> new Snapshot(row.getLong(1), PackedText.read(row, 2)));
  }

  void results(Consumer<Result> consumer) {
    each(RESULTS + " ORDER BY number", null, SqliteReads::result, consumer);
  }

  void results(int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    ofTasks("number", job, firstTask, lastTask, consumer);
  }

  void resultsByTask(int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    ofTasks("task, number", job, firstTask, lastTask, consumer);
  }

  private void ofTasks(
      String order, int job, int firstTask, int lastTask, Consumer<Result> consumer) {
    try (PreparedStatement query =
        file.prepare(RESULTS + " WHERE job = ? AND task BETWEEN ? AND ? ORDER BY " + order)) {
      query.setInt(1, job);
      query.setInt(2, firstTask);
      query.setInt(3, lastTask);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          consumer.accept(result(rows));
        }
      }
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  private static Result result(ResultSet row) throws SQLException {
    return new Result(
        row.getInt(1),
        row.getInt(2),
        row.getInt(3),
        row.getString(4),
        row.getLong(5),
        PackedText.read(row, 6));
  }

  Optional<String> value(String key) {
    return first("SELECT value FROM texts WHERE key = ?", key, row -> PackedText.read(row, 1));
  }

  void texts(KeyRange keys, BiConsumer<String, String> consumer) {
    String order = keys.descending() ? "DESC" : "ASC";
    try (PreparedStatement query =
        file.prepare(
            "SELECT key, value FROM texts WHERE key >= ? AND key < ? ORDER BY key "
                + order
                + " LIMIT ?")) {
      query.setString(1, keys.from());
      query.setString(2, keys.before());
      query.setInt(3, keys.most());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          consumer.accept(rows.getString(1), PackedText.read(rows, 2));
        }
      }
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  Optional<String> answerTo(long requestId) {
    return first(
        "SELECT answer FROM requests WHERE id = ? AND answer IS NOT NULL",
        requestId,
        row -> PackedText.read(row, 1));
  }

  List<Store.Request> pendingRequests() {
    var pending = new ArrayList<Store.Request>();
    each(
        "SELECT id, body FROM requests WHERE answer IS NULL ORDER BY id",
        null,
        row -> new Store.Request(row.getLong(1), PackedText.read(row, 2)),
        pending::add);
    return List.copyOf(pending);
  }

  private <T> Optional<T> first(String sql, @Nullable Object argument, RowReader<T> reader) {
    var found = new ArrayList<T>(1);
    each(sql, argument, reader, found::add);
    return found.stream().findFirst();
  }

  private <T> void each(
      String sql, @Nullable Object argument, RowReader<T> reader, Consumer<? super T> consumer) {
    try (PreparedStatement query = file.prepare(sql)) {
      if (argument != null) {
        query.setObject(1, argument);
      }
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          consumer.accept(reader.read(rows));
        }
      }
    } catch (SQLException e) {
      throw file.failed(e);
    }
  }

  @FunctionalInterface
  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }
}
