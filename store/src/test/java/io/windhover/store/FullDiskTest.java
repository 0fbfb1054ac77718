package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Entry;
import io.windhover.store.StoreException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk runs full in the midst of a run: a clear line, nothing lost, and on when there is room.
 */
final class FullDiskTest {
  @TempDir Path place;

  @Test
  void withALimitOnTheDatabase() {
    try (StateFolder folder = StateFolder.acquire(place, "run");
        SqliteStore store = SqliteStore.create(folder.database())) {
      store.limitPages(60);
      fillAndGoOn(store, folder, () -> store.limitPages(10_000));
    }
  }

  @Test
  void withATrulyFullDisk() throws Exception {
    Confined.requireMounts();
    Path disk = Files.createDirectory(place.resolve("disk"));
    try (Forked story =
        Forked.start(
            Confined.withSmallDisk(disk, "6m"), OnASmallDisk.class, disk.toString(), "go on")) {
      assertThat(story.linesToTheEnd()).containsExactly("went on");
    }
  }

  @Test
  void aDiskThatIsFullFromTheStartIsSaid() throws Exception {
    Confined.requireMounts();
    Path disk = Files.createDirectory(place.resolve("disk"));
    try (Forked story =
        Forked.start(
            Confined.withSmallDisk(disk, "1m"), OnASmallDisk.class, disk.toString(), "start")) {
      List<String> lines = story.linesToTheEnd();
      assertThat(lines).singleElement().asString().startsWith("FULL " + disk);
      assertThat(lines.get(0)).contains("no space left (disk or quota full)");
    }
  }

  /** Appends until it fails, looks, makes room, and appends on. */
  private static void fillAndGoOn(Store store, StateFolder folder, Runnable makeRoom) {
    StoreException full =
        catchThrowableOfType(
            StoreException.class,
            () -> {
              for (long next = 1; next < 100_000; next++) {
                append(store, next);
              }
            });
    assertThat(full.kind()).isEqualTo(Kind.FULL);
    assertThat(full)
        .hasMessageContaining("windhover.db: no space left")
        .hasNoSuppressedExceptions();
    long acknowledged = store.lastSequence();
    assertThat(acknowledged).isGreaterThan(10);
    try (StoreView view = SqliteStore.openForReading(folder.database())) {
      assertThat(StoreContract.entriesOf(view, 0)).hasSize((int) acknowledged);
    }
    makeRoom.run();
    for (long next = acknowledged + 1; next <= acknowledged + 50; next++) {
      append(store, next);
    }
    store.close();
    try (Store again = SqliteStore.open(folder.database())) {
      assertThat(again.lastSequence()).isEqualTo(acknowledged + 50);
      assertThat(StoreContract.entriesOf(again, 0)).hasSize((int) acknowledged + 50);
      assertThat(StoreContract.resultsOf(again)).hasSize((int) acknowledged + 50);
    }
  }

  private static void append(Store store, long sequence) {
    store.append(
        List.of(new Entry(sequence, 0, "x".repeat(1_000), "decision")),
        List.of(StoreContract.succeeded((int) sequence)),
        sequence % 10 == 0 ? Durability.POWER_LOSS : Durability.PROCESS_CRASH);
  }

  /** Runs in a process of its own, which alone sees the small disk. */
  static final class OnASmallDisk {
    private OnASmallDisk() {}

    public static void main(String[] arguments) throws Exception {
      Path disk = Path.of(arguments[0]);
      Path ballast = disk.resolve("ballast");
      if (arguments[1].equals("start")) {
        Files.write(ballast, new byte[1 << 20]);
        try (StateFolder folder = StateFolder.acquire(disk.resolve("state"), "run")) {
          SqliteStore.create(folder.database()).close();
        } catch (StoreException e) {
          System.out.println(e.kind() + " " + e.getMessage());
        }
        return;
      }
      Files.write(ballast, new byte[2 << 20]);
      try (StateFolder folder = StateFolder.acquire(disk.resolve("state"), "run");
          Store store = SqliteStore.create(folder.database())) {
        fillAndGoOn(store, folder, () -> ballast.toFile().delete());
        System.out.println("went on");
      }
    }
  }
}
