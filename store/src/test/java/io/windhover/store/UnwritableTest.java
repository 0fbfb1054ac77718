package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.store.Store.Durability;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state folder that may be read but not written: working in it is refused, looking is not. */
final class UnwritableTest {
  @TempDir Path place;
  private Path state;
  private StateLayout layout;

  @BeforeEach
  void aRun() {
    state = place.resolve("state");
    layout = new StateLayout(state);
    try (StateFolder held = StateFolder.acquire(state, "run");
        Store store = SqliteStore.create(held.database())) {
      store.append(List.of(StoreContract.entry(1)), List.of(), Durability.PROCESS_CRASH);
    }
  }

  @AfterEach
  void writableAgain() throws IOException {
    Confined.mode(state, "rwxr-xr-x");
  }

  @Test
  void aFinishedRunCanBeRead() throws Exception {
    forbidWriting();
    assertThat(lookByModes())
        .containsExactly(
            "run: NO_PERMISSION " + state + ": no permission; check owner and mode",
            "look: 1 entries",
            "ask: READ_ONLY");
  }

  @Test
  void aKilledRunCanBeRead() throws Exception {
    long entries = killedRun();
    forbidWriting();
    assertThat(layout.logIndex()).exists();
    assertThat(lookByModes()).contains("look: " + entries + " entries");
  }

  @Test
  void aKilledRunWithoutTheIndexOfItsLogCanBeRead() throws Exception {
    long entries = killedRun();
    Files.delete(layout.logIndex());
    forbidWriting();
    assertThat(lookByModes()).contains("look: " + entries + " entries");
  }

  @Test
  void aRunningManagersFolderCanBeRead() throws Exception {
    try (StateFolder held = StateFolder.acquire(state, "run");
        Store store = SqliteStore.open(held.database())) {
      store.append(List.of(StoreContract.entry(2)), List.of(), Durability.PROCESS_CRASH);
      forbidWriting();
      assertThat(lookByModes()).contains("look: 2 entries");
      Confined.mode(layout.database(), "rw-r--r--");
    }
  }

  @Test
  void aDatabaseThatMayNotBeReadIsSaid() throws Exception {
    Confined.mode(layout.database(), "---------");
    assertThat(lookByModes())
        .contains("look: NO_PERMISSION", "ask: NO_PERMISSION")
        .doesNotContain("end");
  }

  @Test
  void aFolderOnAReadOnlyFileSystem() throws Exception {
    Confined.requireMounts();
    var readOnly = Confined.withReadOnlyDisk(state);
    assertThat(look(readOnly))
        .containsExactly(
            "run: READ_ONLY " + state + ": the file system is read-only; choose another folder",
            "look: 1 entries",
            "ask: READ_ONLY");
    long entries = killedRun();
    assertThat(look(readOnly)).contains("look: " + entries + " entries");
    Files.delete(layout.logIndex());
    assertThat(look(readOnly)).contains("look: " + entries + " entries");
  }

  private long killedRun() throws Exception {
    try (Forked writer =
        Forked.start(AppendingProcess.class, state.toString(), Long.toString(Long.MAX_VALUE))) {
      while (!writer.line().equals("40")) {}
      writer.kill();
    }
    try (StoreView view = SqliteStore.openForReading(layout.database())) {
      assertThat(Files.size(layout.log())).isPositive();
      return view.lastSequence();
    }
  }

  private void forbidWriting() throws IOException {
    for (Path file : List.of(layout.database(), layout.log(), layout.logIndex(), layout.lock())) {
      if (Files.exists(file)) {
        Confined.mode(file, "r--r--r--");
      }
    }
    Confined.mode(state, "r-xr-xr-x");
  }

  private List<String> lookByModes() throws Exception {
    Path closed = Files.createDirectory(place.resolve("closed"));
    Confined.mode(closed, "r-xr-xr-x");
    return look(Confined.byModes(closed));
  }

  private List<String> look(List<String> under) throws Exception {
    try (Forked looker = Forked.start(under, Looking.class, state.toString())) {
      return looker.linesToTheEnd();
    }
  }

  /** Tries all there is to try on a folder. */
  static final class Looking {
    private Looking() {}

    public static void main(String[] arguments) {
      PrintStream out = System.out;
      var layout = new StateLayout(Path.of(arguments[0]));
      try (StateFolder held = StateFolder.acquire(layout.folder(), "run")) {
        out.println("run: " + held.id());
      } catch (StoreException e) {
        out.println("run: " + e.kind() + " " + e.getMessage());
      }
      try (StoreView view = SqliteStore.openForReading(layout.database())) {
        out.println("look: " + view.lastSequence() + " entries");
      } catch (StoreException e) {
        out.println("look: " + e.kind());
      }
      try (RequestDesk desk = SqliteStore.openDesk(layout.database())) {
        out.println("ask: " + desk.request("cancel"));
      } catch (StoreException e) {
        out.println("ask: " + e.kind());
      }
    }
  }
}
