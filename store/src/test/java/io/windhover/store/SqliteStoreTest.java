package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Snapshot;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest extends StoreContract {
  @TempDir Path folder;
  private Path database;

  @BeforeEach
  void nameThatTriesTheAddress() throws IOException {
    // In a plain C locale the Java runtime itself cannot name a file with an umlaut.
    boolean unicode = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));
    String name = "50% of " + (unicode ? "\u00fc" : "u") + "? #1 & 'more'";
    database = Files.createDirectory(folder.resolve(name)).resolve("a b.db");
  }

  @Override
  Store open() {
    return Files.exists(database) ? SqliteStore.open(database) : SqliteStore.create(database);
  }

  @Override
  StoreView view() {
    return SqliteStore.openForReading(database);
  }

  @Override
  RequestDesk desk() {
    return SqliteStore.openDesk(database);
  }

  @Test
  void closingLeavesOneFile() throws IOException {
    try (Store store = open()) {
      store.append(List.of(entry(1)), List.of(), Durability.PROCESS_CRASH);
    }
    try (var files = Files.list(database.getParent())) {
      assertThat(files).containsExactly(database);
    }
  }

  @Test
  void onlyTwoSnapshotsAreKept() throws Exception {
    try (Store store = open()) {
      for (int i = 1; i <= 5; i++) {
        store.saveSnapshot(new Snapshot(i, "state"));
      }
    }
    assertThat(sql("SELECT sequence FROM snapshots ORDER BY sequence")).containsExactly("4", "5");
  }

  @Test
  void theDatabaseItselfRefusesASecondSuccess() throws Exception {
    try (Store store = open()) {
      store.append(List.of(entry(1)), List.of(succeeded(1)), Durability.PROCESS_CRASH);
    }
    assertThatThrownBy(
            () ->
                sql(
                    "INSERT INTO results(job, task, attempt, outcome, ended_at, detail)"
                        + " VALUES (1, 1, 2, 'succeeded', 0, '') RETURNING number"))
        .hasMessageContaining("UNIQUE");
  }

  @Test
  void aMissingDatabaseIsSaid() {
    refused(() -> SqliteStore.open(database), Kind.MISSING, "not there");
    refused(() -> SqliteStore.openForReading(database), Kind.MISSING, "or it was lost");
    refused(() -> SqliteStore.openDesk(database), Kind.MISSING, "or it was lost");
    assertThat(database).doesNotExist();
  }

  @Test
  void aSecondCreationIsRefused() {
    open().close();
    refused(() -> SqliteStore.create(database), Kind.NOT_OURS, "already there");
  }

  @Test
  void anInterruptedCreationIsFinished() throws IOException {
    Files.createFile(database);
    refused(() -> SqliteStore.openForReading(database), Kind.MISSING, "empty");
    try (Store store = SqliteStore.open(database)) {
      store.append(List.of(entry(1)), List.of(), Durability.PROCESS_CRASH);
    }
  }

  @Test
  void whatIsNoDatabaseIsSaidAndLeftAlone() throws IOException {
    Files.writeString(database, "This is a shopping list. ".repeat(400));
    refused(() -> SqliteStore.open(database), Kind.CORRUPT, "begin anew in another folder");
    refused(() -> SqliteStore.openForReading(database), Kind.CORRUPT, "not a Windhover database");
    assertThat(database).hasContent("This is a shopping list. ".repeat(400));
  }

  @Test
  void aDatabaseOfAnotherProgramIsSaid() throws Exception {
    sql("CREATE TABLE birds(name)");
    refused(() -> SqliteStore.open(database), Kind.NOT_OURS, "another program");
    refused(() -> SqliteStore.openForReading(database), Kind.NOT_OURS, "another program");
  }

  @Test
  void aNewerFormatIsSaid() throws Exception {
    open().close();
    sql("PRAGMA user_version = 9");
    refused(() -> SqliteStore.open(database), Kind.NEWER_FORMAT, "newer Windhover (format 9");
    refused(() -> SqliteStore.openForReading(database), Kind.NEWER_FORMAT, "newer");
    refused(() -> SqliteStore.openDesk(database), Kind.NEWER_FORMAT, "newer");
  }

  @Test
  void aDamagedDatabaseIsSaid() throws IOException {
    try (Store store = open()) {
      for (int i = 1; i <= 2_000; i++) {
        store.append(List.of(entry(i)), List.of(succeeded(i)), Durability.PROCESS_CRASH);
      }
    }
    byte[] bytes = Files.readAllBytes(database);
    for (int i = 4_096; i < bytes.length; i++) {
      bytes[i] = (byte) ((i * 31) >> 3);
    }
    Files.write(database, bytes);
    refused(
        () -> {
          try (StoreView view = view()) {
            entriesOf(view, 0);
          }
        },
        Kind.CORRUPT,
        "damaged");
  }

  @Test
  void aFolderInItsPlaceIsSaid() throws IOException {
    Files.createDirectory(database);
    refused(() -> SqliteStore.open(database), Kind.NOT_OURS, "a folder");
  }

  @Test
  void aDamagedPackedTextIsSaid() {
    byte[] packed = PackedText.pack("x".repeat(50_000));
    packed[packed.length - 1]++;
    refused(() -> PackedText.unpack(packed), Kind.CORRUPT, "damaged");
    refused(() -> PackedText.unpack(new byte[] {1}), Kind.CORRUPT, "damaged");
    refused(() -> PackedText.unpack(new byte[100]), Kind.CORRUPT, "damaged");
  }

  static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, Kind kind, String words) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(words)
        .hasMessageNotContaining("\n")
        .extracting(e -> ((StoreException) e).kind())
        .isEqualTo(kind);
  }

  /** Other programs' access: plain SQL, the first column of every row. */
  private List<String> sql(String statement) throws Exception {
    String address = "jdbc:sqlite:file:" + database.toUri().getRawPath();
    try (var connection = DriverManager.getConnection(address);
        var query = connection.createStatement()) {
      var values = new ArrayList<String>();
      if (query.execute(statement)) {
        try (var rows = query.getResultSet()) {
          while (rows.next()) {
            values.add(rows.getString(1));
          }
        }
      }
      return values;
    }
  }
}
