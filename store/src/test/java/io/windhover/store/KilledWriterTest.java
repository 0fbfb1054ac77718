package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 in mid-append: what was acknowledged is there, and the journal has no gap. */
final class KilledWriterTest {
  private static final int ROUNDS = 6;

  @TempDir Path folder;

  @Test
  void whatWasAcknowledgedSurvives() throws Exception {
    var random = new Random(20_261);
    var layout = new StateLayout(folder);
    long acknowledged = 0;
    for (int round = 0; round < ROUNDS; round++) {
      acknowledged = Math.max(acknowledged, appendAndKill(random.nextInt(3_000)));
      try (StoreView view = SqliteStore.openForReading(layout.database())) {
        checkWhole(view, acknowledged);
        acknowledged = view.lastSequence();
      }
    }
    try (var held = StateFolder.acquire(folder, "look");
        Store store = SqliteStore.open(held.database())) {
      checkWhole(store, acknowledged);
    }
  }

  /** Answers the last sequence that was acknowledged. */
  private long appendAndKill(int lines) throws Exception {
    try (Forked writer =
        Forked.start(AppendingProcess.class, folder.toString(), Long.toString(Long.MAX_VALUE))) {
      assertThat(writer.line()).isEqualTo("holding");
      String line = writer.line();
      for (int i = 0; i < lines; i++) {
        line = writer.line();
      }
      writer.kill();
      // A last line may be cut short by the kill; it is then a smaller number.
      for (String rest : writer.linesToTheEnd()) {
        line = rest.length() >= line.length() ? rest : line;
      }
      return Long.parseLong(line);
    }
  }

  private static void checkWhole(StoreView store, long acknowledged) {
    long last = store.lastSequence();
    assertThat(last).isBetween(acknowledged, acknowledged + 1);
    assertThat(StoreContract.entriesOf(store, 0))
        .isEqualTo(LongStream.rangeClosed(1, last).mapToObj(StoreContract::entry).toList());
    assertThat(StoreContract.resultsOf(store))
        .isEqualTo(
            IntStream.rangeClosed(1, (int) last).mapToObj(StoreContract::succeeded).toList());
    List<Long> snapshots = store.latestSnapshot().stream().map(Store.Snapshot::sequence).toList();
    assertThat(snapshots).allMatch(sequence -> sequence <= last && sequence > last - 101);
  }
}
