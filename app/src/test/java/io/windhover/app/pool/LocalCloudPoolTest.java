package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.MachineView.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A manager's task on a machine of this machine, which freezes, shrinks and vanishes for real. */
@Timeout(300)
final class LocalCloudPoolTest {
  @TempDir private Path folder;

  private int count() {
    try {
      return Integer.parseInt(Files.readString(folder.resolve("count")).strip());
    } catch (IOException notYet) {
      return 0;
    }
  }

  @Test
  void aTaskStandsStillWithItsMachineAndGoesOnAndBeginsAgainElsewhereWhenTheMachineIsGone()
      throws Exception {
    LocalCloudStage stage = new LocalCloudStage(folder);
    try (stage) {
      Path count = folder.resolve("count");
      stage.submit(
          "echo x >> %s; while :; do i=$((i+1)); echo $i > %s; mv %s %s; sleep 0.02; done"
              .formatted(folder.resolve("begun"), count + ".new", count + ".new", count));
      stage.await("it counts", () -> count() > 3);
      assertThat(stage.machine(machine -> machine.state(), State.REQUESTED)).isEqualTo(State.READY);

      stage.market.command(MachineChange.Hibernated::new);
      stage.await("the manager knows", () -> is(stage, State.HIBERNATED));
      int still = count();
      Thread.sleep(300);
      assertThat(count()).as("while frozen").isEqualTo(still);

      stage.market.command(MachineChange.Resumed::new);
      stage.await("the manager knows", () -> is(stage, State.READY));
      stage.await("it counts on", () -> count() > still);
      assertThat(begun()).as("begun once").isEqualTo(1);

      stage.market.command(id -> new MachineChange.Resized(id, 1, 8_000_000_000L));
      stage.await("the worker says its size", () -> cores(stage) == 1);

      stage.market.command(id -> new MachineChange.Lost(id, "taken back"));
      stage.await("the task begins elsewhere", () -> begun() == 2);
      assertThat(cores(stage)).isEqualTo(2);
    }
    assertThat(stage.processes()).isEmpty();
  }

  private static boolean is(LocalCloudStage stage, State state) {
    return stage.machine(machine -> machine.state(), State.REQUESTED) == state;
  }

  private static int cores(LocalCloudStage stage) {
    return stage.machine(machine -> machine.spec().cores(), 0);
  }

  private int begun() {
    try {
      return Files.readAllLines(folder.resolve("begun")).size();
    } catch (IOException notYet) {
      return 0;
    }
  }
}
