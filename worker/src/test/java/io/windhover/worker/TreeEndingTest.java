package io.windhover.worker;

import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.host.ProcessTable;
import io.windhover.wire.Ending.Stopped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Marks are read from /proc: Linux only. */
@EnabledOnOs(OS.LINUX)
final class TreeEndingTest {
  private static final long LONG_GRACE_MILLIS = 60_000;

  @TempDir private Path folder;
  private final Recorder heard = new Recorder();
  private final List<LocalProcesses> open = new ArrayList<>();

  private LocalProcesses processes(String state) throws IOException {
    ProcessSettings settings = ProcessSettings.in(folder.resolve(state), false);
    LocalProcesses processes = new LocalProcesses(settings, heard, notice -> {});
    open.add(processes);
    return processes;
  }

  @AfterEach
  void endAll() throws IOException {
    for (LocalProcesses processes : open) {
      processes.close();
    }
    Leftovers.end(folder.resolve("state"), Duration.ZERO);
    Leftovers.end(folder.resolve("other"), Duration.ZERO);
  }

  private ProcessHandle process(String pidFile) {
    return Awaiting.process(folder.resolve(pidFile));
  }

  @Test
  void aStopEndsChildrenGrandchildrenAndThoseWithNewParents() throws IOException {
    LocalProcesses processes = processes("state");
    // The middle shell ends at once: its child gets a new parent, in a session of its own.
    String command =
        "sh -c 'setsid sh -c \"echo \\$\\$ > orphan; exec sleep 1000\" & ';"
            + " sh -c 'echo $$ > child; sleep 1000; :' & echo $$ > root; wait";
    processes.start(order(1, command, folder));
    List<ProcessHandle> tree = List.of(process("root"), process("child"), process("orphan"));
    assertThat(tree).allMatch(ProcessHandle::isAlive);
    processes.stop(ref(1), LONG_GRACE_MILLIS);
    assertThat(heard.end().ending()).isEqualTo(new Stopped());
    assertThat(tree).noneMatch(ProcessTable::lives);
  }

  @Test
  void whatIgnoresTheRequestIsKilledAfterTheGraceTime() throws IOException {
    LocalProcesses processes = processes("state");
    String deaf = "trap '' TERM; echo $$ > deaf; while :; do sleep 1000; done";
    processes.start(order(1, deaf, folder));
    ProcessHandle process = process("deaf");
    processes.stop(ref(1), 200);
    Recorder.End end = heard.end();
    assertThat(end.ending()).isEqualTo(new Stopped());
    assertThat(end.ranMillis()).isBetween(200L, 20_000L);
    assertThat(ProcessTable.lives(process)).isFalse();
  }

  @Test
  void aSecondStopShortensTheGraceTime() throws IOException {
    LocalProcesses processes = processes("state");
    processes.start(order(1, "trap '' TERM; echo $$ > deaf; while :; do sleep 1; done", folder));
    process("deaf");
    processes.stop(ref(1), LONG_GRACE_MILLIS);
    processes.stop(ref(1), 0);
    assertThat(heard.end().ranMillis()).isLessThan(LONG_GRACE_MILLIS);
  }

  @Test
  void whoHearsTheRequestMayTidyUp() throws IOException {
    LocalProcesses processes = processes("state");
    processes.start(
        order(
            1, "trap 'echo tidy > tidied; exit 0' TERM; echo $$ > pid; sleep 1000 & wait", folder));
    process("pid");
    processes.stop(ref(1), LONG_GRACE_MILLIS);
    assertThat(heard.end().ending()).isEqualTo(new Stopped());
    assertThat(folder.resolve("tidied")).hasContent("tidy");
  }

  @Test
  void aShellDoesNotGoOnToItsNextCommand() throws IOException {
    LocalProcesses processes = processes("state");
    for (int task = 0; task < 20; task++) {
      String command = "echo $$ > pid" + task + "; sh -c 'sh -c \"sleep 1000\"; :'; touch wrong";
      processes.start(order(task, command, folder));
      ProcessHandle shell = process("pid" + task);
      Awaiting.until("it sleeps", () -> shell.descendants().count() >= 2);
      processes.stop(ref(task), task % 2 == 0 ? LONG_GRACE_MILLIS : 0);
      assertThat(heard.end().ending()).isEqualTo(new Stopped());
    }
    assertThat(folder.resolve("wrong")).doesNotExist();
  }

  @Test
  void aSuspendedProcessHearsTheRequestToo() throws IOException {
    LocalProcesses processes = processes("state");
    processes.start(
        order(1, "trap 'touch tidied; exit' TERM; echo $$ > pid; kill -STOP $$; exit", folder));
    ProcessHandle process = process("pid");
    Awaiting.until("it is suspended", () -> ProcessTable.isSuspended(process));
    processes.stop(ref(1), LONG_GRACE_MILLIS);
    assertThat(heard.end().ranMillis()).isLessThan(LONG_GRACE_MILLIS);
    assertThat(folder.resolve("tidied")).exists();
  }

  @Test
  void aStopBeforeTheStartOrAfterTheEndIsHarmless() throws IOException {
    LocalProcesses processes = processes("state");
    for (int task = 0; task < 50; task++) {
      processes.start(order(task, "true", folder));
      processes.stop(ref(task), LONG_GRACE_MILLIS);
      assertThat(heard.end().ref()).isEqualTo(ref(task));
      processes.stop(ref(task), LONG_GRACE_MILLIS);
    }
  }

  @Test
  void childrenThatKeepComingAreAllKilled() throws IOException {
    LocalProcesses processes = processes("state");
    // Every shell starts its successor, away from all parents, and ends.
    Files.writeString(
        folder.resolve("hydra"), "trap '' TERM; sleep 0.01; setsid sh ./hydra & touch grown\n");
    processes.start(order(1, "trap '' TERM; sh ./hydra & sh ./hydra & sleep 1000", folder));
    Awaiting.until("it has grown", () -> Files.exists(folder.resolve("grown")));
    processes.stop(ref(1), 50);
    assertThat(heard.end().ending()).isEqualTo(new Stopped());
  }

  @Test
  void leftoversOfAnEarlierSessionAreEndedAndNobodyElse() throws IOException {
    LocalProcesses earlier = processes("state");
    LocalProcesses neighbour = processes("other");
    earlier.start(order(1, "setsid sh -c 'echo $$ > left; exec sleep 1000' & exit", folder));
    neighbour.start(order(2, "echo $$ > spared; exec sleep 1000", folder));
    heard.end();
    ProcessHandle left = process("left");
    ProcessHandle spared = process("spared");
    // A later session, as a new JVM would make it: same folder, another run.
    Leftovers.Ended ended = Leftovers.end(folder.resolve("state"), Duration.ofMinutes(1));
    assertThat(ended).isEqualTo(new Leftovers.Ended(1, 0));
    assertThat(ProcessTable.lives(left)).isFalse();
    assertThat(ProcessTable.lives(spared)).isTrue();
    assertThat(Leftovers.end(folder.resolve("never-used"), Duration.ZERO))
        .isEqualTo(new Leftovers.Ended(0, 0));
  }

  @Test
  void aCopiedStateFolderIsAnotherOneAMovedOneStaysTheSame() throws IOException {
    Path state = folder.resolve("state");
    String identity = StateIdentity.make(state);
    assertThat(StateIdentity.make(state)).isEqualTo(identity);
    Files.createDirectory(folder.resolve("other"));
    Files.copy(state.resolve("identity"), folder.resolve("other/identity"));
    assertThat(StateIdentity.make(folder.resolve("other"))).isNotEqualTo(identity);
    Files.move(state, folder.resolve("moved"));
    assertThat(StateIdentity.make(folder.resolve("moved"))).isEqualTo(identity);
  }
}
