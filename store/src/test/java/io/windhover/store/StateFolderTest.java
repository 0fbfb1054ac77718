package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.host.Holder;
import io.windhover.store.Store.Durability;
import io.windhover.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateFolderTest {
  private static final String FOREVER = Long.toString(Long.MAX_VALUE);

  @TempDir Path place;

  private Path folder() {
    return place.resolve(".windhover/sweep");
  }

  @Test
  void aFolderIsMadeAndKeepsItsId() {
    assertThat(StateFolder.isStateFolder(folder())).isFalse();
    assertThat(StateFolder.holder(folder())).isEmpty();
    String id;
    try (StateFolder held = StateFolder.acquire(folder(), "windhover run sweep.yaml")) {
      id = held.id();
      assertThat(id).matches("[0-9a-f]{32}");
      assertThat(StateFolder.holder(folder()).map(Holder::command))
          .contains("windhover run sweep.yaml");
    }
    assertThat(StateFolder.isStateFolder(folder())).isTrue();
    assertThat(StateFolder.holder(folder())).isEmpty();
    try (StateFolder held = StateFolder.acquire(folder(), "again")) {
      assertThat(held.id()).isEqualTo(id);
    }
  }

  @Test
  void aDatabaseThatWasLostIsNotTakenForANewOne() throws IOException {
    try (StateFolder held = StateFolder.acquire(folder(), "first")) {
      assertThat(held.hasDatabase()).isFalse();
    }
    try (StateFolder held = StateFolder.acquire(folder(), "died before it made one")) {
      assertThat(held.hasDatabase()).isFalse();
      held.createDatabase().close();
      assertThat(held.hasDatabase()).isTrue();
      held.openDatabase().close();
    }
    Path database = folder().resolve("windhover.db");
    Files.write(database, new byte[0]);
    for (String how : List.of("is empty", "is missing")) {
      try (StateFolder held = StateFolder.acquire(folder(), "again")) {
        assertThatThrownBy(held::hasDatabase)
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("windhover.db " + how)
            .hasMessageNotContaining("\n");
      }
      Files.deleteIfExists(database);
    }
    Files.delete(folder().resolve("id"));
    try (StateFolder held = StateFolder.acquire(folder(), "only its lock is left")) {
      assertThatThrownBy(held::hasDatabase).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void oneWithoutTablesIsALossToo() throws Exception {
    try (StateFolder held = StateFolder.acquire(folder(), "first")) {
      held.createDatabase().close();
      Files.delete(held.database());
      try (SqliteFile file = SqliteFile.open(held.database(), SqliteFile.Mode.CREATE)) {
        file.execute("PRAGMA user_version = 1");
      }
      assertThat(held.hasDatabase()).isTrue();
      assertThatThrownBy(held::openDatabase)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("empty database");
    }
  }

  @Test
  void aRunThatWasMovedAsideLeavesRoomForTheNext() {
    try (StateFolder held = StateFolder.acquire(folder(), "first")) {
      held.createDatabase().close();
      held.archive();
    }
    try (StateFolder held = StateFolder.acquire(folder(), "died right after the move")) {
      assertThat(held.hasDatabase()).isFalse();
      held.createDatabase().close();
    }
  }

  @Test
  void nobodyElseCanLookIntoIt() throws IOException {
    try (StateFolder held = StateFolder.acquire(folder(), "run");
        Store store = held.createDatabase()) {
      store.put("key", "a secret in env:");
      assertThat(mode(folder())).isEqualTo("rwx------");
      for (String file : List.of("id", "lock", "windhover.db", "windhover.db-wal")) {
        assertThat(mode(folder().resolve(file))).as(file).isEqualTo("rw-------");
      }
    }
  }

  @Test
  void oneThatWasOpenToEverybodyIsClosedAndItsFilesWithIt() throws IOException {
    try (StateFolder held = StateFolder.acquire(folder(), "an older build")) {
      held.createDatabase().close();
    }
    Confined.mode(folder(), "rwxr-xr-x");
    Confined.mode(folder().resolve("windhover.db"), "rw-r--r--");
    StateFolder.acquire(folder(), "now").close();
    assertThat(mode(folder())).isEqualTo("rwx------");
    assertThat(mode(folder().resolve("windhover.db"))).isEqualTo("rw-------");
  }

  @Test
  void oneThatItsOwnerOpenedToTheGroupStaysOpenToIt() throws IOException {
    StateFolder.acquire(folder(), "first").close();
    Confined.mode(folder(), "rwxr-x---");
    try (StateFolder held = StateFolder.acquire(folder(), "again")) {
      held.createDatabase().close();
    }
    assertThat(mode(folder())).isEqualTo("rwxr-x---");
    assertThat(mode(folder().resolve("windhover.db"))).isEqualTo("rw-r-----");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aSecondProcessIsToldWhoHoldsItAndGetsItAfterAKill() throws Exception {
    try (Forked other = Forked.start(AppendingProcess.class, folder().toString(), FOREVER)) {
      assertThat(other.line()).isEqualTo("holding");
      Path link = Files.createSymbolicLink(place.resolve("link"), folder());
      for (Path way : List.of(folder(), link, place.resolve("nowhere/../.windhover/sweep"))) {
        assertThatThrownBy(() -> StateFolder.acquire(way, "me too"))
            .isInstanceOf(StateFolderInUse.class)
            .hasMessageContaining("in use by process " + other.pid() + " on ")
            .hasMessageContaining("running `append`");
      }
      assertThat(StateFolder.holder(link).map(Holder::pid)).contains(other.pid());
      other.kill();
      assertThat(StateFolder.holder(folder())).isEmpty();
      StateFolder.acquire(folder(), "now").close();
    }
  }

  @Test
  void whoeverHoldsItKeepsItWhenOthersOfItsOwnProcessTry() throws Exception {
    try (StateFolder held = StateFolder.acquire(folder(), "first")) {
      Path link = Files.createSymbolicLink(place.resolve("link"), folder());
      var thread = Executors.newSingleThreadExecutor();
      Callable<StateFolder> second = () -> StateFolder.acquire(link, "second");
      assertThatThrownBy(() -> thread.submit(second).get())
          .hasCauseInstanceOf(StateFolderInUse.class)
          .hasMessageContaining("running `first`");
      thread.shutdown();
      assertThat(StateFolder.holder(link)).isPresent();
      try (Forked other = Forked.start(AppendingProcess.class, folder().toString(), FOREVER)) {
        assertThat(other.line())
            .startsWith("IN_USE " + held.layout().folder() + ": in use by process ")
            .contains(ProcessHandle.current().pid() + " on ");
      }
    }
  }

  @Test
  void otherThingsInTheFolderAreFineUnlessTheyHaveOurNames() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("notes.txt"), "mine");
    StateFolder.acquire(folder(), "run").close();
    for (String name : List.of("logs", "earlier", "windhover.db", "id")) {
      Path theirs = Files.createDirectory(place.resolve("with-" + name));
      Files.createDirectory(theirs.resolve(name));
      SqliteStoreTest.refused(
          () -> StateFolder.acquire(theirs, "run"), Kind.NOT_OURS, "'" + name + "' of its own");
      assertThat(theirs.resolve("lock")).doesNotExist();
    }
    Path theirs = Files.createDirectory(place.resolve("with-lock"));
    Files.writeString(theirs.resolve("lock"), "42");
    SqliteStoreTest.refused(
        () -> StateFolder.acquire(theirs, "run"), Kind.NOT_OURS, "another program");
    assertThat(theirs.resolve("lock")).hasContent("42");
  }

  @Test
  void aFileInItsPlaceIsSaid() throws IOException {
    Path file = Files.createFile(place.resolve("file"));
    SqliteStoreTest.refused(() -> StateFolder.acquire(file, "run"), Kind.NOT_OURS, "not a folder");
    SqliteStoreTest.refused(
        () -> StateFolder.acquire(file.resolve("x"), "run"), Kind.NOT_OURS, "not a folder");
  }

  @Test
  void runsAreMovedAsideOneAfterAnother() throws IOException {
    try (StateFolder held = StateFolder.acquire(folder(), "run")) {
      for (int run = 1; run <= 3; run++) {
        makeRun(held, run);
        Path moved = held.archive();
        assertThat(moved).isEqualTo(held.layout().earlier().resolve(Integer.toString(run)));
        assertThat(held.database()).doesNotExist();
        assertThat(held.logs()).doesNotExist();
        checkRun(new StateLayout(moved), run);
      }
      SqliteStoreTest.refused(held::archive, Kind.MISSING, "not there");
    }
    checkRun(new StateLayout(folder().resolve("earlier/1")), 1);
  }

  @Test
  void aReaderThatStaysOpenSeesTheOldRunAndHindersNobody() throws IOException {
    try (StateFolder held = StateFolder.acquire(folder(), "run")) {
      makeRun(held, 4);
      try (StoreView view = SqliteStore.openForReading(held.database())) {
        assertThat(view.lastSequence()).isEqualTo(4);
        held.archive();
        makeRun(held, 2);
        assertThat(view.lastSequence()).isEqualTo(4);
        checkRun(held.layout(), 2);
      }
    }
  }

  @Test
  void aMoveThatWasInterruptedIsUndone() throws IOException {
    for (int moves = 0; moves <= 4; moves++) {
      Path folder = place.resolve("after-" + moves);
      try (StateFolder held = StateFolder.acquire(folder, "run")) {
        makeRun(held, 5);
        Archive archive = Archive.begin(held.layout());
        for (Path path : archive.inOrder().subList(0, moves)) {
          archive.move(path);
        }
      }
      try (StateFolder held = StateFolder.acquire(folder, "run")) {
        checkRun(held.layout(), 5);
        assertThat(held.layout().earlier()).isEmptyDirectory();
        checkRun(new StateLayout(held.archive()), 5);
      }
    }
  }

  @Test
  void aMoveThatCameToItsEndStays() throws IOException {
    try (StateFolder held = StateFolder.acquire(folder(), "run")) {
      makeRun(held, 1);
      held.archive();
    }
    try (StateFolder held = StateFolder.acquire(folder(), "run")) {
      assertThat(held.database()).doesNotExist();
      checkRun(new StateLayout(held.layout().earlier().resolve("1")), 1);
    }
  }

  private static void makeRun(StateFolder held, int entries) throws IOException {
    try (Store store = SqliteStore.create(held.database())) {
      for (int i = 1; i <= entries; i++) {
        store.append(List.of(StoreContract.entry(i)), List.of(), Durability.PROCESS_CRASH);
      }
    }
    Files.createDirectories(held.logs().resolve("point/0"));
    Files.writeString(held.logs().resolve("point/0/0.1.out"), "run of " + entries);
  }

  private static void checkRun(StateLayout layout, int entries) {
    try (StoreView view = SqliteStore.openForReading(layout.database())) {
      assertThat(view.lastSequence()).isEqualTo(entries);
    }
    assertThat(layout.logs().resolve("point/0/0.1.out")).hasContent("run of " + entries);
  }
}
