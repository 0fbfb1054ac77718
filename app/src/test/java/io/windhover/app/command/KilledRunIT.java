package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store.Result;
import io.windhover.store.StoreView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of the whole thing at random moments, resumed each time. */
final class KilledRunIT {
  private static final int WORKERS = 3;
  private static final long SEED = Long.getLong("windhover.seed", 20261115);
  private static final int ROUNDS = Boolean.getBoolean("windhover.long") ? 50 : 5;

  /** Enough that a run is not over before its last kill. */
  private static final int TASKS = 60 * ROUNDS;

  @TempDir private Path folder;

  /**
   * Each task notes its index before and after its work. After every kill: what was recorded must
   * not run again. At the end: every task recorded as succeeded exactly once, and per kill at most
   * as many tasks ran again as could be in flight.
   */
  @Test
  void nothingRecordedRunsAgain() throws Exception {
    var program = new Program(folder);
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: t, count: %d, command: 'echo {index} >> began; sleep 0.05; echo {index} >> did'}
        """
            .formatted(TASKS));
    var random = new Random(SEED);
    int killed = 0;
    int again = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Set<Integer> recorded = recorded();
      int began = program.lines("began").size();
      Call call = start(program);
      boolean over = call.process().waitFor(random.nextInt(3_000) + 200, TimeUnit.MILLISECONDS);
      call.signal("KILL");
      call.process().waitFor();
      killed += over ? 0 : 1;
      assertNotAmong(
          recorded, program.lines("began").subList(began, program.lines("began").size()));
    }
    assertThat(killed).as("kills in the midst of it").isGreaterThan(ROUNDS / 2);
    Set<Integer> recorded = recorded();
    int began = program.lines("began").size();
    Ended ended = start(program).await();
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertNotAmong(recorded, program.lines("began").subList(began, program.lines("began").size()));

    assertThat(ended.json("succeeded")).isEqualTo(Integer.toString(TASKS));
    assertThat(recorded()).hasSize(TASKS);
    for (int runs : runs(program.lines("began")).values()) {
      again += runs - 1;
    }
    assertThat(again)
        .as("tasks that ran again, seed " + SEED)
        .isLessThanOrEqualTo(killed * WORKERS);
    assertThat(runs(program.lines("did"))).hasSize(TASKS);
    assertThat(leftRunning()).as("left running, seed " + SEED).isEmpty();
  }

  private static Call start(Program program) throws IOException {
    return program.start(
        Map.of(), "run", "job.yaml", "--resume", "--json", "--workers", Integer.toString(WORKERS));
  }

  private static void assertNotAmong(Set<Integer> recorded, List<String> began) {
    for (String index : began) {
      assertThat(recorded).as("ran again, seed " + SEED).doesNotContain(Integer.valueOf(index));
    }
  }

  private static Map<String, Integer> runs(List<String> indexes) {
    Map<String, Integer> runs = new TreeMap<>();
    indexes.forEach(index -> runs.merge(index, 1, Integer::sum));
    return runs;
  }

  /** Tasks recorded as succeeded; fails when one is recorded twice. */
  private Set<Integer> recorded() {
    var succeeded = new ArrayList<Integer>();
    Path database = folder.resolve(".windhover/job/windhover.db");
    if (database.toFile().length() > 0) {
      try (StoreView view = SqliteStore.openForReading(database)) {
        view.results(
            result -> {
              if (result.outcome().equals(Result.SUCCEEDED)) {
                succeeded.add(result.task());
              }
            });
      }
    }
    assertThat(succeeded).doesNotHaveDuplicates();
    return new TreeSet<>(succeeded);
  }

  private List<String> leftRunning() {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(line -> line.contains(">> began; sleep 0.05"))
        .toList();
  }
}
