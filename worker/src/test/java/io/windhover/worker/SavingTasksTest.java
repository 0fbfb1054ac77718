package io.windhover.worker;

import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static io.windhover.worker.Orders.saving;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.depot.address.DepotAddress;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.Saving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real tasks that save their work in each way, and go on with it on another machine. */
final class SavingTasksTest {
  @TempDir Path folder;
  private final List<String> notices = new CopyOnWriteArrayList<>();

  /** A machine: nothing of it is known to the next but what is in the store. */
  private final class Machine implements AutoCloseable {
    final Recorder recorder = new Recorder();
    final LocalProcesses processes;
    private final Path state;

    Machine(String name) throws IOException {
      this.state = folder.resolve(name);
      this.processes =
          new LocalProcesses(
              ProcessSettings.ofPool(state, false, new StoreAccess("", Optional.empty(), Map.of())),
              recorder,
              notices::add);
    }

    String output(int attempt) throws IOException {
      return Files.readString(state.resolve("logs/1/point/0/0." + attempt + ".out"));
    }

    @Override
    public void close() {
      processes.close();
    }
  }

  private Saving stored(String how) {
    String store = DepotAddress.of(folder.resolve("store")).text();
    return new Saving(60_000, how, store, "state/1/point/0");
  }

  private Order attempt(int number, Saving saving, String command) {
    Order first = saving(saving, order(0, command, folder));
    return new Order(
        new AttemptRef(1, 0, number),
        first.jobName(),
        first.group(),
        first.index(),
        first.folder(),
        first.command(),
        first.cleanup(),
        first.env(),
        first.cores(),
        first.memoryBytes(),
        first.timeoutMillis(),
        first.deadlineAtMillis(),
        first.saving());
  }

  /** Waits for what a command says by making a file. */
  private static void await(Path file) throws InterruptedException {
    Awaiting.until("there is " + file, () -> Files.exists(file));
  }

  private static final String SHOW =
      "echo restart=$WINDHOVER_RESTART $(cat \"$WINDHOVER_CHECKPOINT_DIR\"/* 2>/dev/null)";

  @Test
  void filesOfATaskAreFoundByItsNextAttemptOnAnotherMachine() throws Exception {
    Saving saving = stored("");
    String slow = SHOW + "; echo half > $WINDHOVER_CHECKPOINT_DIR/work; touch ready; sleep 60";
    try (var first = new Machine("first")) {
      first.processes.start(attempt(1, saving, slow));
      first.recorder.start();
      await(folder.resolve("ready"));
      first.processes.checkpoint(ref(0));
      Recorder.Save save = first.recorder.save();
      assertThat(save.progressMillis()).isPositive();
      assertThat(save.tookMillis()).isPositive();
      assertThat(save.bytes()).isEqualTo("half\n".length());
      first.processes.stop(ref(0), 0);
      assertThat(first.recorder.end().ending()).isEqualTo(new Ending.Stopped());
      assertThat(first.output(1)).isEqualTo("restart=\n");
    }
    try (var second = new Machine("second")) {
      second.processes.start(attempt(2, saving, SHOW));
      assertThat(second.recorder.end().ending()).isEqualTo(new Ending.Exited(0));
      assertThat(second.output(2)).isEqualTo("restart=1 half\n");
    }
    assertThat(notices).isEmpty();
  }

  @Test
  void whatAKilledTaskHasWrittenAndNobodySavedIsNotRestored() throws Exception {
    String torn = "echo torn > $WINDHOVER_CHECKPOINT_DIR/work; touch ready; trap '' TERM; sleep 60";
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored(""), torn));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.stop(ref(0), 0);
      machine.recorder.end();
      machine.processes.start(attempt(2, stored(""), SHOW));
      machine.recorder.end();
      assertThat(machine.output(2)).isEqualTo("restart=\n");
    }
  }

  @Test
  void aTaskThatIsAskedToEndSavesAndIsSaved() throws Exception {
    String polite =
        "trap 'echo all > $WINDHOVER_CHECKPOINT_DIR/work; exit 1' TERM; touch ready;"
            + " while :; do sleep 0.05; done";
    try (var machine = new Machine("first")) {
      machine.processes.start(attempt(1, stored(""), polite));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.stop(ref(0), 10_000);
      assertThat(machine.recorder.save().progressMillis()).isPositive();
      machine.recorder.end();
    }
    try (var second = new Machine("second")) {
      second.processes.start(attempt(2, stored(""), SHOW));
      second.recorder.end();
      assertThat(second.output(2)).isEqualTo("restart=1 all\n");
    }
  }

  @Test
  void aFolderInWhichNothingIsNewIsNoCheckpoint() throws Exception {
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored(""), "touch ready; sleep 60"));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.checkpoint(ref(0));
      assertThat(machine.recorder.save()).isEqualTo(new Recorder.Save(ref(0), 0, 0, 0));
      machine.processes.stop(ref(0), 0);
      machine.recorder.end();
    }
  }

  @Test
  void aSignalReachesTheProgramAndNotTheShellAroundIt() throws Exception {
    Path script = folder.resolve("saves.sh");
    Files.writeString(
        script,
        """
        trap 'echo told > "$WINDHOVER_CHECKPOINT_DIR/work"' USR1
        touch ready
        while [ ! -e stop ]; do sleep 0.05; done
        """);
    String command = "sh " + script + "; echo shell lives > shell";
    try (var machine = new Machine("first")) {
      machine.processes.start(attempt(1, stored("signal USR1"), command));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.checkpoint(ref(0));
      assertThat(machine.recorder.save().bytes()).isEqualTo("told\n".length());
      Files.createFile(folder.resolve("stop"));
      assertThat(machine.recorder.end().ending()).isEqualTo(new Ending.Exited(0));
      assertThat(folder.resolve("shell")).exists();
    }
    assertThat(notices).isEmpty();
  }

  @Test
  void aTaskThatDoesNotListenIsNotEndedByTheSignal() throws Exception {
    String deaf = "touch ready; while [ ! -e stop ]; do sleep 0.05; done";
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored("signal USR1"), deaf));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.checkpoint(ref(0));
      assertThat(machine.recorder.save().progressMillis()).isZero();
      Files.createFile(folder.resolve("stop"));
      assertThat(machine.recorder.end().ending()).isEqualTo(new Ending.Exited(0));
    }
    assertThat(notices)
        .containsExactly("point/0 of sweep: nobody listens to USR1; nothing is saved");
  }

  @Test
  void aCommandSavesBesideTheTask() throws Exception {
    String how = "command echo $WINDHOVER_TASK > \"$WINDHOVER_CHECKPOINT_DIR/work\"";
    try (var machine = new Machine("first")) {
      machine.processes.start(attempt(1, stored(how), "touch ready; sleep 60"));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.checkpoint(ref(0));
      assertThat(machine.recorder.save().bytes()).isEqualTo("point/0\n".length());
      machine.processes.stop(ref(0), 0);
      machine.recorder.end();
    }
  }

  @Test
  void aCommandThatFailsSavesNothingAndSaysSo() throws Exception {
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored("command exit 3"), "touch ready; sleep 60"));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.checkpoint(ref(0));
      assertThat(machine.recorder.save().progressMillis()).isZero();
      machine.processes.stop(ref(0), 0);
      machine.recorder.end();
    }
    assertThat(notices)
        .containsExactly("the command that saves point/0 of sweep ended with 3; nothing is saved");
  }

  /** Three legs of one attempt; the last one ends well. */
  @Test
  void aTaskThatEndsWith85IsSavedAndStartedAgain() throws Exception {
    String legs =
        "cd \"$WINDHOVER_CHECKPOINT_DIR\"; n=$(cat n 2>/dev/null || echo 0);"
            + " echo leg $n restart=$WINDHOVER_RESTART; echo $((n + 1)) > n;"
            + " [ $n -ge 2 ] || exit 85";
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored("exit-85"), legs));
      assertThat(machine.recorder.end().ending()).isEqualTo(new Ending.Exited(0));
      assertThat(machine.output(1)).isEqualTo("leg 0 restart=\nleg 1 restart=1\nleg 2 restart=1\n");
      assertThat(machine.recorder.save().progressMillis())
          .isLessThanOrEqualTo(machine.recorder.save().progressMillis());
    }
  }

  @Test
  void aTaskThatEndsWith85AndSavesNothingHasFailed() throws Exception {
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored("exit-85"), "exit 85"));
      assertThat(machine.recorder.end().ending()).isEqualTo(new Ending.Exited(85));
    }
  }

  @Test
  void aStoreThatTakesNothingCostsACheckpointAndNothingElse() throws Exception {
    Path noFolder = Files.createFile(folder.resolve("file"));
    Saving saving =
        new Saving(
            60_000, "", DepotAddress.of(noFolder.resolve("store")).text(), "state/1/point/0");
    String slow =
        "echo half > $WINDHOVER_CHECKPOINT_DIR/work; touch ready;"
            + " while [ ! -e stop ]; do sleep 0.05; done";
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, saving, slow));
      machine.recorder.start();
      await(folder.resolve("ready"));
      machine.processes.checkpoint(ref(0));
      assertThat(machine.recorder.save().progressMillis()).isZero();
      Files.createFile(folder.resolve("stop"));
      assertThat(machine.recorder.end().ending()).isEqualTo(new Ending.Exited(0));
    }
    assertThat(notices)
        .singleElement()
        .asString()
        .startsWith("point/0 of sweep goes on without a new checkpoint: cannot keep ");
  }

  @Test
  void nothingOfAFinishedTaskStaysOnTheMachine() throws Exception {
    try (var machine = new Machine("only")) {
      machine.processes.start(attempt(1, stored(""), "echo x > $WINDHOVER_CHECKPOINT_DIR/work"));
      machine.recorder.end();
    }
    try (Stream<Path> left = Files.walk(folder.resolve("only/checkpoints"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void withoutAStoreTheFolderItselfStaysForTheNextAttempt() throws Exception {
    var inPlace = new Saving(60_000);
    try (var machine = new Machine("only")) {
      machine.processes.start(
          attempt(1, inPlace, "echo kept > $WINDHOVER_CHECKPOINT_DIR/work; exit 1"));
      machine.recorder.end();
      machine.processes.start(attempt(2, inPlace, SHOW));
      machine.recorder.end();
      assertThat(machine.output(2)).isEqualTo("restart=1 kept\n");
    }
  }

  /**
   * Of the documents: what an example has done is not done again by its next attempt.
   *
   * @param under what it has printed once its first step is saved as a whole
   */
  private void goesOn(String how, String command, String under, String shown, String end)
      throws Exception {
    String examples =
        Path.of(System.getProperty("windhover.root", ".."), "examples", "checkpoint")
            .toAbsolutePath()
            .normalize()
            .toString();
    Saving saving = stored(how);
    try (var first = new Machine("first")) {
      first.processes.start(attempt(1, saving, "cd " + examples + "; exec " + command));
      first.recorder.start();
      Recorder.Save save = new Recorder.Save(ref(0), 0, 0, 0);
      while (save.progressMillis() == 0 || !first.output(1).contains(under)) {
        first.processes.checkpoint(ref(0)); // It may not listen yet, or have written nothing.
        save = first.recorder.save();
      }
      first.processes.stop(ref(0), 0);
      first.recorder.end();
    }
    try (var second = new Machine("second")) {
      second.processes.start(attempt(2, saving, "cd " + examples + "; exec " + command));
      assertThat(second.recorder.end().ending()).isEqualTo(new Ending.Exited(0));
      assertThat(second.output(2)).startsWith(shown).endsWith(end);
    }
  }

  @Test
  void theExampleInShellGoesOnWhereItWas() throws Exception {
    goesOn("", "./count.sh 25", "2\n", "going on after ", "\n25\n");
  }

  @Test
  void theExampleInPythonGoesOnWhereItWas() throws Exception {
    goesOn("signal USR1", "python3 sum.py 25", "", "going on with ", "\nsum 325\n");
  }
}
