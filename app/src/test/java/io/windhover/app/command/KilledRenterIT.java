package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a manager that has rented real machines, at moments that the seed decides; each time
 * it is started again and goes on with what is there.
 */
final class KilledRenterIT {
  private static final long SEED = Long.getLong("windhover.seed", 20261118);
  private static final int ROUNDS =
      Integer.getInteger("rounds", Boolean.getBoolean("windhover.long") ? 30 : 5);
  private static final int TASKS_A_ROUND = 8;
  private static final int TASKS = TASKS_A_ROUND * ROUNDS;
  private static final int GAP_MILLIS_MAX = 1_500;
  private static final int MINUTES_MAX = 2 + ROUNDS / 2;

  @TempDir private Path folder;
  private final SplittableRandom chance = new SplittableRandom(SEED);
  private RentingPoolFolder pool;

  @BeforeEach
  void setUp() throws Exception {
    pool = new RentingPoolFolder(folder);
    pool.program.write(
        "job.yaml",
        """
        name: bag
        deadline: 2h
        tasks: [{name: t, count: %d, command: 'echo {index} >> %s; sleep 0.5', runtime: 500ms}]
        """
            .formatted(TASKS, folder.resolve("ran")));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    pool.assertNothingIsLeft();
  }

  /** So that in every round there is work to be lost, however fast this machine is. */
  private void killAtSomeMoment(Call manager, int round) throws Exception {

    pool.program.awaitLines(
        "ran", Math.min(TASKS - 1, round * (TASKS_A_ROUND - 2) + 1 + chance.nextInt(4)));
    Thread.sleep(chance.nextInt(GAP_MILLIS_MAX)); // When, is what the seed decides.
    manager.process().destroyForcibly().waitFor();
  }

  /** Whoever was killed, and however often. */
  private void assertAllIsDoneOnceAndPaidFor(Path state, String who) throws Exception {
    assertThat(RentingPoolFolder.succeeded(state))
        .isEqualTo(IntStream.range(0, TASKS).boxed().toList());
    List<String> ran = pool.program.lines("ran");
    assertThat(new HashSet<>(ran)).hasSize(TASKS);
    assertThat(pool.leasesInBooks(state)).containsAll(pool.leasesOfCloud());
    System.out.printf(
        "%s: %d rounds, %,d tasks, each recorded once, %d ran again; %d machines, all given back%n",
        who, ROUNDS, TASKS, ran.size() - TASKS, pool.leasesOfCloud().size());
  }

  @Test
  void aRunThatIsKilledAgainAndAgainLeavesAndForgetsNothing() throws Exception {
    // It rents what it may, and gives back what has nothing to do at that moment.
    List<String> words = List.of("run", "job.yaml", "--cloud", "cloud.yaml", "--policy", "bag");
    Call run = pool.program.start(Map.of(), words.toArray(String[]::new));
    List<String> again = Stream.concat(words.stream(), Stream.of("--resume")).toList();
    for (int round = 0; round < ROUNDS; round++) {
      killAtSomeMoment(run, round);
      run = pool.program.start(Map.of(), again.toArray(String[]::new));
    }

    Ended ended = run.await(MINUTES_MAX);

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertAllIsDoneOnceAndPaidFor(folder.resolve(".windhover/bag"), "run");
  }

  @Test
  void aPoolWhoseManagerIsKilledAgainAndAgainLeavesAndForgetsNothing() throws Exception {
    Call manager = pool.manager();
    pool.admit("alice", "config.yaml", "pools: {lab: {%s}}\n");
    assertThat(pool.asked("submit", "job.yaml").exit()).isZero();
    for (int round = 0; round < ROUNDS; round++) {
      killAtSomeMoment(manager, round);
      manager = pool.manager("--give-back");
    }

    pool.awaitAsked("%d/%d".formatted(TASKS, TASKS), "jobs");
    manager.signal("TERM");
    Ended ended = manager.await();

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertAllIsDoneOnceAndPaidFor(pool.state(), "pool");
  }
}
