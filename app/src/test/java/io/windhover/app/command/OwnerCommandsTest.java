package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cancel and retry, with a manager in another process, with a dead one, and with none. */
final class OwnerCommandsTest {
  private static final String SWEEP =
      """
      name: sweep
      tasks:
        - {name: point, count: 4, command: "./simulate {index}"}
        - {name: merge, after: [point], command: ./merge}
      """;

  @TempDir private Path dir;

  private Typed type(String command, String... more) {
    var args = new ArrayList<>(List.of(command, "--dir", dir.toString()));
    args.addAll(List.of(more));
    return Typed.here(args.toArray(String[]::new));
  }

  @Test
  void cancelReachesAManagerInAnotherProcess() throws Exception {
    try (var other = OtherProcess.start(dir, SWEEP)) {
      Typed typed = type("cancel");
      assertThat(typed.err()).isEmpty();
      assertThat(typed.exit()).isZero();
      assertThat(typed.out()).startsWith("sweep (job 1): cancelled, 5 tasks");
      assertThat(type("watch").out()).contains("cancelled after");
      assertThat(type("cancel").out()).isEqualTo("sweep (job 1) was cancelled already\n");
      assertThat(type("status").out()).contains("process " + other.pid());
    }
    assertThat(type("replay").out()).contains("every decision equal");
  }

  @Test
  void aManagerThatDoesNotAnswerIsExit6() throws Exception {
    try (var other = OtherProcess.start(dir, SWEEP, "deaf")) {
      Typed typed = type("cancel", "--timeout", "1");
      assertThat(typed.exit()).isEqualTo(6);
      assertThat(typed.err())
          .startsWith("windhover: no answer within 1 s from process " + other.pid())
          .contains("the request stays there");
    }
    // It does: whoever works on the folder next carries it out.
    assertThat(type("cancel").out()).isEqualTo("sweep (job 1): cancelled, 5 tasks\n");
  }

  @Test
  void cancelOfAKilledRunIsWrittenDown() throws Exception {
    try (var other = OtherProcess.start(dir, SWEEP)) {
      other.kill();
      assertThat(type("status").out()).contains("2 running when it stopped");
      assertThat(type("cancel").out()).isEqualTo("sweep (job 1): cancelled, 5 tasks\n");
    }
    assertThat(type("status").out()).startsWith("sweep (job 1): cancelled after");
    assertThat(type("explain").out())
        .contains("point: 4 tasks cancelled: the job's owner cancelled it");
    assertThat(type("replay").out()).contains("every decision equal");
    Typed retry = type("retry");
    assertThat(retry.exit()).isEqualTo(3);
    assertThat(retry.err()).contains("was cancelled, which is final");
    assertThat(type("watch").exit()).isEqualTo(1);
  }

  @Test
  void retryPutsBackWhatFailedAndSaysHowToGoOn() throws Exception {
    try (var stage = new Stage(dir, 1)) {
      stage.submit(SWEEP).finish(0).fail(1, 3);
    }
    assertThat(type("status").out()).contains("1 succeeded, 1 failed, 3 skipped");
    assertThat(type("watch").exit()).isEqualTo(1);
    assertThat(type("retry").out())
        .isEqualTo("sweep (job 1): 4 tasks put back\ngo on with: " + Stage.RESUME + "\n");
    assertThat(type("status").out()).contains("1 succeeded, 4 waiting");
    assertThat(type("retry").out())
        .isEqualTo("sweep (job 1): no task has failed; nothing to put back\n");
    assertThat(type("watch").exit()).isEqualTo(6);
    try (var stage = new Stage(dir, 1)) {
      stage.finishAll();
    }
    assertThat(type("status").out()).contains("5 tasks: 5 succeeded");
    assertThat(type("replay").out()).contains("every decision equal");
  }

  @Test
  void retryTakesSeveralTasksAndGroupsAndChecksAllOfThemFirst() throws Exception {
    try (var stage = new Stage(dir, 6)) {
      stage.submit(
          """
          name: sweep
          tasks:
            - {name: point, count: 4, command: "./simulate {index}"}
            - {name: fit, count: 2, command: ./fit}
          """);
      stage.finish(0).fail(1, 3).fail(2, 3).fail(3, 3).fail(4, 3).fail(5, 3);
    }
    Typed unknown = type("retry", "point/1", "point/9");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err())
        .isEqualTo("windhover: there is no task point/9; the last one is point/3\n");
    assertThat(type("status").out()).as("nothing was done").contains("1 succeeded, 5 failed");

    assertThat(type("retry", "point/1", "fit", "fit/0", "point/0", "point/1").out())
        .startsWith(
            "sweep (job 1): 3 tasks put back: point/1, fit; nothing of point/0 has failed\n");
    assertThat(type("status").out()).contains("1 succeeded, 3 waiting, 2 failed");
    assertThat(type("retry", "sweep", "point/3", "point/2", "--json").out())
        .contains("\"tasks\":2")
        .contains("\"only\":\"point/3 point/2\"");
    assertThat(type("retry", "point/0", "point/1").out())
        .isEqualTo("sweep (job 1): nothing of point/0, point/1 has failed; nothing to put back\n");
    assertThat(type("replay").out()).contains("every decision equal");
  }

  @Test
  void severalTasksReachAManagerInAnotherProcess() throws Exception {
    try (var other = OtherProcess.start(dir, SWEEP)) {
      assertThat(type("retry", "point/0", "merge").out())
          .isEqualTo("sweep (job 1): nothing of point/0, merge has failed; nothing to put back\n");
      assertThat(other.pid()).isPositive();
    }
  }

  @Test
  void nothingToCancelWhenTheJobIsOver() throws Exception {
    try (var stage = new Stage(dir, 1)) {
      stage.submit(SWEEP).finishAll();
    }
    assertThat(type("cancel").out()).isEqualTo("sweep (job 1) is over; nothing to cancel\n");
    assertThat(type("cancel", "--json").out())
        .isEqualTo(
            "{\"job\":1,\"name\":\"sweep\",\"cancelled\":false,\"tasks\":0,\"stopping\":0,"
                + "\"live\":false}\n");
  }

  @Test
  void watchFollowsARunToItsEnd() throws Exception {
    try (var other = OtherProcess.start(dir, SWEEP, "finishing")) {
      Typed typed = type("watch");
      assertThat(typed.err()).startsWith("sweep (job 1): 2 running, 3 waiting\n");
      assertThat(typed.out()).startsWith("sweep (job 1): done after");
      assertThat(typed.exit()).isZero();
      assertThat(other.pid()).isPositive();
    }
  }

  @Test
  void watchEndsWhenTheRunIsKilled() throws Exception {
    try (var other = OtherProcess.start(dir, SWEEP)) {
      other.kill();
      Typed typed = type("watch", "--json");
      assertThat(typed.exit()).isEqualTo(6);
      assertThat(typed.out()).contains("\"state\":\"stopped\"");
    }
  }
}
