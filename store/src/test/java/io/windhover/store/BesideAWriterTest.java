package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A status command and a cancel command beside a manager at full speed. */
final class BesideAWriterTest {
  @TempDir Path folder;

  @Test
  @Timeout(120)
  void readersSeeGaplessPrefixesAndRequestsAreAnswered() throws Exception {
    Path database = new StateLayout(folder).database();
    try (Forked writer =
        Forked.start(AppendingProcess.class, folder.toString(), Long.toString(Long.MAX_VALUE))) {
      assertThat(writer.line()).isEqualTo("holding");
      assertThat(writer.line()).isEqualTo("1");
      Future<List<String>> said = CompletableFuture.supplyAsync(() -> drain(writer));
      long before = 0;
      for (int round = 0; round < 10; round++) {
        before = readOnce(database, before);
        askOnce(database, "round " + round);
      }
      askOnce(database, "stop");
      assertThat(said.get()).endsWith("end");
      assertThat(readOnce(database, before)).isEqualTo(said.get().size());
    }
  }

  private static long readOnce(Path database, long before) {
    try (StoreView view = SqliteStore.openForReading(database)) {
      var next = new long[] {1};
      view.entriesAfter(0, entry -> assertThat(entry.sequence()).isEqualTo(next[0]++));
      assertThat(next[0] - 1).isGreaterThanOrEqualTo(before);
      return next[0] - 1;
    }
  }

  private static void askOnce(Path database, String body) throws Exception {
    try (RequestDesk desk = SqliteStore.openDesk(database)) {
      long id = desk.request(body);
      Optional<String> answer = desk.answerTo(id);
      while (answer.isEmpty()) {
        Thread.sleep(5);
        answer = desk.answerTo(id);
      }
      assertThat(answer.get()).endsWith(": " + body);
    }
  }

  private static List<String> drain(Forked writer) {
    try {
      return writer.linesToTheEnd();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
