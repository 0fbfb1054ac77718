package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.store.SqliteStore;
import io.windhover.store.Store.Result;
import io.windhover.store.StoreView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What tasks have left: lines in files, and results in the manager's state. */
final class Traces {
  private static final long LOOK_MILLIS = 5;
  private static final int LOOKS_MAX = 36_000;

  private Traces() {}

  /** Waits until tasks have written so many lines. */
  static void awaitLines(Path file, int count) throws IOException, InterruptedException {
    for (int looks = 0; lines(file) < count; looks++) {
      assertThat(looks).as("looks for %d lines in %s", count, file).isLessThan(LOOKS_MAX);
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static int lines(Path file) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    int lines = 0;
    for (byte next : Files.readAllBytes(file)) {
      lines += next == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** How often each task of a job is recorded as succeeded. */
  static Map<Integer, Integer> succeeded(Path state, int job) {
    Map<Integer, Integer> times = new TreeMap<>();
    try (StoreView view = SqliteStore.openForReading(state.resolve("windhover.db"))) {
      view.results(
          result -> {
            if (result.job() == job && result.outcome().equals(Result.SUCCEEDED)) {
              times.merge(result.task(), 1, Integer::sum);
            }
          });
    }
    return times;
  }
}
