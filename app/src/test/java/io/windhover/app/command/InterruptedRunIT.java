package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C and resuming. */
final class InterruptedRunIT {
  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() {
    program = new Program(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void tasksGetSigtermAndTheRestIsDoneLater(String signal) throws Exception {
    program.write(
        "my job.yaml",
        """
        name: long
        tasks:
          - name: t
            count: 8
            command: |
              trap 'echo {index} >> asked; exit 0' TERM
              echo {index} >> started
              test -e go || { sleep 60 & wait; }
              echo {index} >> done
        """);
    Call call = program.start(Map.of(), "run", "my job.yaml", "--workers", "2", "--json");
    program.awaitLines("started", 2);
    call.signal(signal);
    Ended ended = call.await();
    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.json("exitCode")).isEqualTo("130");
    assertThat(ended.json("left")).isEqualTo("8");
    assertThat(ended.err()).contains(" run 'my job.yaml' --workers 2 --json --resume\n");
    assertThat(program.lines("asked")).containsExactlyInAnyOrder("0", "1");

    program.write("go", "");
    Ended refused = program.run("run", "my job.yaml");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("0 of 8").contains("--resume").contains("--dir");
    assertThat(program.lines("done")).isEmpty();

    assertThat(program.run("run", "my job.yaml", "--resume").exit()).isZero();
    assertThat(program.lines("done"))
        .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7");
  }

  @Test
  void inTheBackgroundItIsDeafToCtrlCAndEndsBySigterm() throws Exception {
    program.write(
        "job.yaml",
        "tasks: [{name: t, count: 2, command: 'echo {index} >> ran; test -e go || sleep 60'}]");
    Call call =
        program.startUnder(
            Program.BACKGROUND, Map.of(), "run", "job.yaml", "--workers", "1", "--json");
    program.awaitLines("ran", 1);
    call.signal("INT");
    Ended looked = program.run("status", "--json");
    assertThat(looked.json("state")).isEqualTo("\"running\"");
    call.signal("TERM");
    Ended ended = call.await();
    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(ended.json("left")).isEqualTo("2");

    program.write("go", "");
    assertThat(program.run("run", "job.yaml", "--resume").exit()).isZero();
  }

  @Test
  void stubbornTaskIsKilledAfterTheGraceTime() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: t, command: 'trap "" TERM; echo $$ >> started; while :; do sleep 1; done'}
        """);
    Call call = program.start(Map.of(), "run", "job.yaml", "--grace", "1s");
    program.awaitLines("started", 1);
    long startNanos = System.nanoTime();
    call.signal("INT");
    assertThat(call.await().exit()).isEqualTo(130);
    assertThat((System.nanoTime() - startNanos) / 1e9).isBetween(1.0, 15.0);
    assertThat(Program.runs(program.lines("started").get(0))).isFalse();
  }

  @Test
  void secondInterruptKillsAtOnce() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: t, command: 'trap "echo asked >> asked" TERM; echo $$ >> started;
             while :; do sleep 0.1; done'}
        """);
    Call call = program.start(Map.of(), "run", "job.yaml", "--grace", "1h");
    program.awaitLines("started", 1);
    call.signal("INT");
    program.awaitLines("asked", 1);
    call.signal("INT");
    assertThat(call.await().exit()).isEqualTo(130);
    assertThat(Program.runs(program.lines("started").get(0))).isFalse();
  }

  @Test
  void changedWorkIsNotResumedUnlessSomebodyAgrees() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, command: 'echo a >> ran; sleep 60'}]");
    Call call = program.start(Map.of(), "run", "job.yaml");
    program.awaitLines("ran", 1);
    call.signal("TERM");
    assertThat(call.await().exit()).isEqualTo(130);

    program.write("job.yaml", "tasks: [{name: t, command: 'echo b >> ran'}]");
    Ended changed = program.run("run", "job.yaml", "--resume");
    assertThat(changed.exit()).isEqualTo(2);
    assertThat(changed.err()).contains("t: command: echo a >> ran; sleep 60 -> echo b >> ran");
    assertThat(program.lines("ran")).containsExactly("a");
    assertThat(program.run("run", "job.yaml", "--resume", "--yes").exit()).isZero();
    assertThat(program.lines("ran")).containsExactly("a", "b");
  }

  @Test
  void labelNoLongerOfferedIsThreeAndTheStateIsKept() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: t, requires: [gpu], command: 'echo ran >> ran; test -e go || sleep 60'}
        """);
    Call call = program.start(Map.of(), "run", "job.yaml", "--offer", "gpu");
    program.awaitLines("ran", 1);
    call.signal("TERM");
    assertThat(call.await().exit()).isEqualTo(130);

    program.write("go", "");
    Ended without = program.run("run", "job.yaml", "--resume");
    assertThat(without.exit()).isEqualTo(3);
    assertThat(without.err()).contains("--offer gpu").contains("kept");
    assertThat(program.run("run", "job.yaml", "--resume", "--offer", "gpu").exit()).isZero();
  }

  @Test
  void skippedTasksAreRunOnResumeAndFailedOnesAreNot() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: bad, command: echo bad >> ran; exit 1}
          - {name: other, count: 3, command: echo other >> ran}
        """);
    assertThat(program.run("run", "job.yaml", "--workers", "1").exit()).isEqualTo(1);
    assertThat(program.lines("ran")).containsExactly("bad");
    Ended resumed = program.run("run", "job.yaml", "--workers", "1", "--resume", "--json");
    assertThat(resumed.exit()).isEqualTo(1);
    assertThat(program.lines("ran")).containsExactly("bad", "other", "other", "other");
    assertThat(resumed.json("succeeded")).isEqualTo("3");
    assertThat(resumed.json("failures")).contains("\"task\":\"bad\"").contains("\"exit\":1");
    assertThat(resumed.err()).contains("retry --dir");
  }
}
