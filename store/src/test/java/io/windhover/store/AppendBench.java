package io.windhover.store;

import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Result;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures what one append costs the manager's loop. Not a test: run its main, with {@code
 * -XX:TieredStopAtLevel=1} as the program itself runs, on an empty folder.
 *
 * <p>Arguments: folder, number of appends, durability.
 */
@SuppressWarnings("try")
final class AppendBench {
  private AppendBench() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    int appends = Integer.parseInt(arguments[1]);
    Durability durability = Durability.valueOf(arguments[2]);
    long closing;
    try (Store store = SqliteStore.create(folder.resolve("windhover.db"))) {
      measure("warm-up", store, 2_000, Durability.PROCESS_CRASH);
      measure("append", store, appends, durability);
      measurePending(store);
      long start = System.nanoTime();
      var count = new int[1];
      store.entriesAfter(0, entry -> count[0]++);
      System.out.printf("%,d entries read in %d ms%n", count[0], millisSince(start));
      closing = System.nanoTime();
    }
    System.out.printf("closed in %d ms%n", millisSince(closing));
  }

  private static void measure(String name, Store store, int appends, Durability durability) {
    var threads = ManagementFactory.getThreadMXBean();
    long first = store.lastSequence() + 1;
    var nanos = new long[appends];
    long cpuBefore = threads.getCurrentThreadCpuTime();
    long userBefore = threads.getCurrentThreadUserTime();
    long start = System.nanoTime();
    for (int i = 0; i < appends; i++) {
      long before = System.nanoTime();
      long sequence = first + i;
      var entry =
          new Entry(
              sequence, 1_700_000_000_000L + i, "f " + sequence + " 0 1 exited 0", "a 12 17 1 3");
      var result = new Result(1, (int) sequence, 1, Result.SUCCEEDED, entry.atMillis(), "exit 0");
      store.append(List.of(entry), List.of(result), durability);
      nanos[i] = System.nanoTime() - before;
    }
    long wall = System.nanoTime() - start;
    long cpu = threads.getCurrentThreadCpuTime() - cpuBefore;
    long user = threads.getCurrentThreadUserTime() - userBefore;
    Arrays.sort(nanos);
    System.out.printf(
        "%s %s: %.1f us CPU (%.1f user), %.1f us wall; median %.1f, 99.9%% %.1f, worst %.1f us%n",
        name,
        durability,
        cpu / 1e3 / appends,
        user / 1e3 / appends,
        wall / 1e3 / appends,
        nanos[appends / 2] / 1e3,
        nanos[(int) (appends * 0.999)] / 1e3,
        nanos[appends - 1] / 1e3);
  }

  private static void measurePending(Store store) {
    int calls = 10_000;
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      if (!store.pendingRequests().isEmpty()) {
        throw new IllegalStateException("requests out of nowhere");
      }
    }
    System.out.printf("pendingRequests: %.2f us%n", (System.nanoTime() - start) / 1e3 / calls);
  }

  private static long millisSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1_000_000;
  }
}
