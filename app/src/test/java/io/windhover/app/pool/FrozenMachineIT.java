package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.step.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real machine is frozen, its processes and its link, with a real task on it. Within the trigger
 * of hads the task goes on where it was; beyond it the task is done elsewhere, and what the machine
 * says when it thaws changes nothing. An attempt ends when its file is there, so nothing hangs on
 * how fast this machine is.
 */
@Timeout(900)
final class FrozenMachineIT {
  @TempDir private Path folder;

  static IntStream spansSeconds() {
    return Boolean.getBoolean("windhover.long") ? IntStream.of(1, 30, 300) : IntStream.of(1, 30);
  }

  /** Begins, and ends when the file of its attempt is there. */
  private String task() {
    return "echo x >> %1$s/begun; n=$(wc -l < %1$s/begun); while [ ! -e %1$s/end-$n ]; do sleep 0.1; done"
        .formatted(folder);
  }

  private int begun() {
    try (Stream<String> lines = Files.lines(folder.resolve("begun"))) {
      return (int) lines.count();
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static int succeeded(LocalCloudStage stage) {
    return stage.look(world -> world.job(1).count(TaskState.SUCCEEDED));
  }

  private static boolean isFrozen(LocalCloudStage stage) {
    return stage.look(
        world -> world.machines().stream().anyMatch(one -> one.state() == State.HIBERNATED));
  }

  private void freeze(LocalCloudStage stage) {
    stage.await("it runs", () -> begun() == 1);
    stage.market.command(id -> new MachineChange.Hibernated(1));
    stage.await("the manager knows", () -> isFrozen(stage));
  }

  private void end(int attempt) throws IOException {
    Files.createFile(folder.resolve("end-" + attempt));
  }

  @ParameterizedTest
  @MethodSource("spansSeconds")
  void withinTheTriggerATaskGoesOnWhereItWas(int seconds) throws Exception {
    LocalCloudStage stage = new LocalCloudStage(folder, "hads", Map.of("alpha", "5s"));
    try (stage) {
      stage.submit("1h", "5m", task());
      freeze(stage);

      end(1);
      Thread.sleep(seconds * 1_000L); // The span is what the story is about.
      assertThat(succeeded(stage)).as("while it stands still").isZero();
      stage.market.command(id -> new MachineChange.Resumed(1));

      stage.await("it is done", () -> succeeded(stage) == 1);
      assertThat(begun()).isEqualTo(1);
    }
    assertThat(stage.processes()).isEmpty();
  }

  @Test
  void beyondTheTriggerItIsDoneElsewhereAndTheLateAnswerChangesNothing() throws Exception {
    LocalCloudStage stage = new LocalCloudStage(folder, "hads", Map.of("alpha", "5s"));
    try (stage) {
      stage.submit("45s", "12s", task());
      freeze(stage);
      stage.await("it begins elsewhere", () -> begun() == 2);

      end(1);
      stage.market.command(id -> new MachineChange.Resumed(1));
      stage.await("the first machine is back", () -> !isFrozen(stage));
      Thread.sleep(2_000); // For what it has to say.
      assertThat(succeeded(stage)).as("by an attempt that was given up").isZero();

      end(2);
      stage.await("it is done", () -> succeeded(stage) == 1);
      assertThat(begun()).isEqualTo(2);
    }
    assertThat(stage.processes()).isEmpty();
  }
}
