package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogsTest {
  private static final String SWEEP =
      """
      name: sweep
      tasks:
        - {name: point, count: 3, command: "./simulate {index}", retries: 1}
        - {name: merge, after: [point], command: ./merge}
      """;

  @TempDir private Path dir;

  private Typed logs(String... more) {
    var args = new ArrayList<>(List.of("logs", "--dir", dir.toString()));
    args.addAll(List.of(more));
    return Typed.here(args.toArray(String[]::new));
  }

  @Test
  void printsTheLastAttemptUnlessAskedForAnother() throws Exception {
    try (var stage = new Stage(dir, 1)) {
      stage.submit(SWEEP).write(0, "first\n", "").fail(0, 1).write(0, "second\n", "oh\n");
      stage.finishAll();
    }
    assertThat(logs("point/0").out())
        .isEqualTo(
            "==> %1$s/logs/point/0/0.2.out <==\nsecond\n\n==> %1$s/logs/point/0/0.2.err <==\noh\n"
                .formatted(dir));
    assertThat(logs("0", "--attempt", "1").out()).isEqualTo("first\n");
    assertThat(logs("1", "point/0", "--err").out()).isEqualTo("oh\n");
    assertThat(logs("point/0", "--out").out()).isEqualTo("second\n");
    assertThat(logs("merge").out()).isEmpty();
    assertThat(logs("merge").err()).isEqualTo("windhover: merge, attempt 1, has written nothing\n");
    assertThat(logs("point/0", "--json", "--tail", "1").out())
        .contains(
            "\"task\":\"point/0\",\"index\":0,\"command\":\"./simulate"
                + " 0\",\"attempt\":2,\"state\":\"succeeded\"")
        .contains("\"tail\":\"second\\n\"");
  }

  @Test
  void suggestsTheTaskThatWasMeant() throws Exception {
    try (var stage = new Stage(dir, 1)) {
      stage.submit(SWEEP);
      assertWrong("there is no task \"pont/0\" in sweep; did you mean \"point\"?", "pont/0");
      assertWrong("there is no task \"merg\" in sweep; did you mean \"merge\"?", "merg");
      assertWrong("point is an array of 3 tasks; say which one: point/0 to point/2", "point");
      assertWrong("there is no task point/3; the last one is point/2", "point/3");
      assertWrong("there is no task 4 in sweep; the last one is 3", "4");
      assertWrong("merge has not been started: it is waiting", "merge");
      assertWrong("point/0 has had 1 attempt, not 2", "point/0", "--attempt", "2");
      stage.finishAll();
    }
  }

  private void assertWrong(String message, String... args) {
    Typed typed = logs(args);
    assertThat(typed.err()).isEqualTo("windhover: " + message + "\n");
    assertThat(typed.exit()).isEqualTo(2);
  }

  @Test
  void followsUntilTheAttemptEnds() throws Exception {
    try (var stage = new Stage(dir, 1)) {
      stage.submit(SWEEP).write(0, "one\n", "");
      var followed = CompletableFuture.supplyAsync(() -> logs("point/0", "-f"));
      Thread.sleep(600);
      stage.write(0, "two\n", "").finish(0);
      assertThat(followed.get().out()).isEqualTo("one\ntwo\n");
      assertThat(followed.get().exit()).isZero();
      stage.finishAll();
    }
  }

  @Test
  void followingADeadRunEndsToo() throws Exception {
    new Stage(dir, 1).submit(SWEEP).write(0, "one\n", "").die();
    Typed typed = logs("point/0", "--follow");
    assertThat(typed.out()).isEqualTo("one\n");
    assertThat(typed.exit()).isEqualTo(6);
    assertThat(typed.err()).contains("the run has stopped; go on with: ");
  }

  @Test
  void theTailOfAHugeFileComesAtOnce() throws Exception {
    try (var stage = new Stage(dir, 1)) {
      stage.submit(SWEEP).write(0, "begin\n", "").finishAll();
    }
    try (var file = new RandomAccessFile(dir.resolve("logs/point/0/0.1.out").toFile(), "rw")) {
      file.seek(3L << 30); // sparse: 3 GiB that take no room
      file.write("\nlast but one\nlast".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(logs("point/0", "--tail", "2").out()).isEqualTo("last but one\nlast");
    assertThat(logs("point/0", "--tail", "0").out()).isEmpty();
    assertThat(logs("point/0", "--tail", "2", "--json").out())
        .contains("\"bytes\":" + ((3L << 30) + 18) + ",\"tail\":\"last but one\\nlast\"");
  }
}
