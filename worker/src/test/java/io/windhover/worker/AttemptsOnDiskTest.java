package io.windhover.worker;

import static io.windhover.worker.Orders.cleanedBy;
import static io.windhover.worker.Orders.env;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Ending.Exited;
import io.windhover.wire.Ending.NoRoom;
import io.windhover.wire.Ending.NotStarted;
import io.windhover.wire.Ending.Stopped;
import io.windhover.wire.Ending.TimedOut;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager.Cleaned;
import io.windhover.wire.ToManager.Join;
import io.windhover.wire.ToManager.Leave;
import io.windhover.wire.ToManager.Report;
import io.windhover.wire.ToManager.Taken;
import io.windhover.wire.ToWorker.Acknowledge;
import io.windhover.wire.ToWorker.Execute;
import io.windhover.wire.ToWorker.RoomIsFree;
import io.windhover.wire.ToWorker.Welcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lives of one worker, each of which but the last is killed. */
final class AttemptsOnDiskTest extends AgentStage {
  private static final String WORKER = "worker-1@example.org/vm7";
  private static final String MANAGER = "manager.example.org";

  @TempDir private Path folder;
  private final List<String> notices = new ArrayList<>();
  private AttemptsOnDisk disk = AttemptsOnDisk.none();
  private Agent living = agent;
  private int lives;

  /** The worker is killed, if there was one, and another starts in its folder. */
  @BeforeEach
  void restarts() {
    restartsAs(WORKER, MANAGER);
  }

  private void restartsAs(String worker, String manager) {
    lives++;
    notices.clear();
    said.clear();
    asked.clear();
    disk = AttemptsOnDisk.open(folder, worker, manager, "session " + lives, notices::add);
    living =
        new Agent(
            Orders.worker(2),
            SETTINGS,
            disk.before(runner()),
            message -> {
              disk.says(message);
              said.add(message);
            });
    living.recover(disk.earlier());
    living.start(now);
  }

  private void given(Order order) {
    living.received(new Execute(order), now);
    living.started(order.ref(), now);
    disk.flush();
  }

  private void ended(int task, Ending ending) {
    living.ended(ref(task), ending, 10, "tail\nof it", now);
    disk.flush();
  }

  private void acknowledged(AttemptRef ref) {
    disk.hears(new Acknowledge(ref));
    living.received(new Acknowledge(ref), now);
    disk.flush();
  }

  private void welcome() {
    said.clear();
    living.received(new Welcome(), now);
    living.tick(now);
    disk.flush();
  }

  private Path file() {
    return folder.resolve("attempts");
  }

  @Test
  void whatEndedUnheardIsReportedAsItEndedAndWhatRanAsStopped() {
    given(order(1, "a"));
    given(order(2, "b"));
    ended(1, new Exited(3));
    living.received(new Execute(order(3, "c")), now);
    living.received(new Execute(order(4, "waits")), now);

    restarts();
    assertThat(disk.session()).isEqualTo("session 1");
    assertThat(said).containsExactly(new Join(Orders.worker(2), List.of(ref(1), ref(2), ref(3))));
    assertThat(notices)
        .containsExactly(
            "of the worker before this one: 1 report not yet heard of, 2 tasks stopped with it");
    welcome();
    assertThat(said)
        .containsExactly(
            new Report(ref(1), new Exited(3), 10, "tail\nof it"),
            new Report(ref(2), new Stopped(), 0, ""),
            new Report(ref(3), new Stopped(), 0, ""));
    assertThat(living.coresFree()).isEqualTo(2);
    said.clear();
    living.received(new Execute(order(4, "waits")), now);
    assertThat(said).as("what never started is taken again").containsExactly(new Taken(ref(4)));
    assertThat(asked).containsExactly("start 1/4#1");
  }

  @Test
  void whatIsAcknowledgedIsNotSpokenOfAgain() {
    given(order(1, "a"));
    given(order(2, "b"));
    ended(1, new Exited(0));
    ended(2, new Exited(0));
    acknowledged(ref(1));
    given(order(3, "what comes next brings the acknowledgement to the disk"));
    restarts();
    assertThat(said).containsExactly(new Join(Orders.worker(2), List.of(ref(2), ref(3))));
    welcome();
    acknowledged(ref(2));
    acknowledged(ref(3));
    given(order(4, "d"));
    restarts();
    assertThat(disk.session()).as("for ever").isEqualTo("session 1");
    assertThat(said).containsExactly(new Join(Orders.worker(2), List.of(ref(4))));
  }

  @Test
  void everyEndOriginAndTextComesBackAsItWas() {
    var origin = new AttemptRef(7, 8, 9, "5b0c17d2a9e4f386");
    List<Report> reports =
        List.of(
            new Report(ref(1), new Exited(137), 1, ""),
            new Report(ref(2), new TimedOut(), 2, "\0\r\n\tä😀"),
            new Report(ref(3), new NotStarted("no such\nprogram"), 0, ""),
            new Report(ref(4), new Stopped(), 4, " "),
            new Report(ref(5), new NoRoom("it shrank"), 5, ""),
            new Report(origin, new Exited(0), Long.MAX_VALUE, "-"));
    reports.forEach(disk::says);
    disk.flush();
    restarts();
    assertThat(disk.earlier().stream().map(HeldAttempt::reported).toList()).isEqualTo(reports);
  }

  @Test
  void theCleanupOfAnEarlierLifeRunsWithAllItNeedsAndItsRoomIsTakenUntilThen() {
    Order order = cleanedBy("rm -rf \"$X\"\n", env(Map.of("X", "ä b", "Y", ""), order(1, "a")));
    given(order);
    restarts();
    assertThat(living.coresFree()).isEqualTo(1);
    welcome();
    assertThat(said).containsExactly(new Report(ref(1), new Stopped(), 0, "", true));
    acknowledged(ref(1));
    assertThat(asked).containsExactly("clean 1/1#1");
    assertThat(disk.earlier().get(0).order)
        .isEqualTo(cleanedBy(order.cleanup(), env(order.env(), order(1, ""))));
    living.cleaned(ref(1), now);
    assertThat(living.coresFree()).isEqualTo(2);
  }

  /** It may have been what ended the worker: one that boots the machine would do so for ever. */
  @Test
  void aCleanupThatHadBegunIsNotBegunAgain() {
    given(cleanedBy("reboot", order(1, "a")));
    ended(1, new Exited(0));
    acknowledged(ref(1));
    assertThat(asked).contains("clean 1/1#1");
    restarts();
    assertThat(notices)
        .containsExactly(
            "the cleanup of 1/1#1 had begun when the worker ended; it is not begun again");
    assertThat(living.coresFree()).isEqualTo(2);
    welcome();
    assertThat(said).as("the manager keeps no room for it").containsExactly(new Cleaned(ref(1)));
    assertThat(asked).isEmpty();
    disk.hears(new RoomIsFree(ref(1)));
    living.received(new RoomIsFree(ref(1)), now);
    given(order(2, "b"));
    restarts();
    assertThat(said).containsExactly(new Join(Orders.worker(2), List.of(ref(2))));
  }

  @Test
  void aLastLineThatIsTornIsLeftOut() throws IOException {
    given(order(1, "a"));
    given(order(2, "b"));
    ended(1, new Exited(0));
    byte[] whole = Files.readAllBytes(file());
    int from = new String(whole, StandardCharsets.US_ASCII).lastIndexOf("ended");
    for (int length = from; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      restarts();
      assertThat(disk.session()).isEqualTo("session 1");
      welcome();
      assertThat(said)
          .as("%d bytes", length)
          .containsExactly(
              new Report(ref(1), new Stopped(), 0, ""), new Report(ref(2), new Stopped(), 0, ""));
    }
  }

  @Test
  void aFileThatIsNotAsItWasWrittenBeginsANewSession() throws IOException {
    List<String> damages =
        List.of(
            "",
            "\n",
            "\0\0\0\0\n",
            "windhover-attempts 2 YQ== YQ== YQ==\n",
            whole() + "started 1 2\n",
            whole() + "started 1 2 x -\n",
            whole() + "ended 1 2 3 - exit\n",
            whole() + "ended 1 2 3 - exit !!! 1 - -\n",
            whole() + "started 1 2 3 - 1 1 0\n",
            whole() + "began 1 2 3 -\n",
            whole() + "\0\0\0\0\0\n");
    for (String damage : damages) {
      Files.writeString(file(), damage);
      restarts();
      assertThat(disk.session()).as(damage).isEqualTo("session " + lives);
      assertThat(said).containsExactly(new Join(Orders.worker(2), List.of()));
      assertThat(notices).hasSize(1);
      assertThat(notices.get(0)).contains(file().toString(), "is not used", "runs again");
    }
  }

  private String whole() throws IOException {
    return Files.readString(file());
  }

  @Test
  void anotherAccountAndAnotherManagerBeginANewSession() {
    given(order(1, "a"));
    restartsAs("worker-2@example.org/vm7", MANAGER);
    assertThat(disk.session()).isEqualTo("session 2");
    assertThat(said).containsExactly(new Join(Orders.worker(2), List.of()));
    given(order(1, "a"));
    restartsAs("worker-2@example.org/vm7", "other.example.org");
    assertThat(disk.session()).isEqualTo("session 3");
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0)).contains("it is of worker-2@example.org/vm7 at " + MANAGER);
  }

  @Test
  void aWorkerThatTookItsLeaveBeginsANewSessionUnlessItHasStillSomethingToSay() {
    living.shutdown(0, now);
    disk.flush();
    restarts();
    assertThat(disk.session()).isEqualTo("session 2");
    assertThat(notices).isEmpty();

    given(order(1, "a"));
    living.shutdown(0, now);
    ended(1, new Stopped());
    living.tick(now + SETTINGS.farewellMillis());
    disk.flush();
    assertThat(said).contains(new Leave());
    restarts();
    assertThat(disk.session()).isEqualTo("session 2");
    welcome();
    assertThat(said).containsExactly(new Report(ref(1), new Stopped(), 10, "tail\nof it"));
  }

  @Test
  void theFileStaysSmallHoweverManyTasksThereAre() throws IOException {
    given(order(1, "stays"));
    String tail = "x".repeat(2_000);
    for (int task = 2; task < 3_000; task++) {
      given(order(task, "a"));
      living.ended(ref(task), new Exited(0), 1, tail, now);
      disk.flush();
      acknowledged(ref(task));
      assertThat(Files.size(file())).isLessThan(1_100_000);
    }
    restarts();
    assertThat(said)
        .as("the last acknowledgement was not written")
        .containsExactly(new Join(Orders.worker(2), List.of(ref(1), ref(2_999))));
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaidAndStopsNothing() throws IOException {
    Files.delete(file());
    Files.createDirectories(file().resolve("in the way"));
    restarts();
    assertThat(notices).isNotEmpty();
    assertThat(notices.get(notices.size() - 1)).contains("cannot write " + file());
    given(order(1, "a"));
    ended(1, new Exited(0));
    assertThat(said).contains(new Report(ref(1), new Exited(0), 10, "tail\nof it"));
  }

  @Test
  void linesOfAnOlderWorkerAreRead() throws IOException {
    String text =
        """
        windhover-attempts 1 b2xk %s %s
        started 1 1 1 5b0c17d2a9e4f386
        ended 1 1 1 5b0c17d2a9e4f386 exit MA== 12 - -
        """;
    var base64 = Base64.getEncoder();
    Files.writeString(
        file(),
        text.formatted(
            base64.encodeToString(WORKER.getBytes(StandardCharsets.UTF_8)),
            base64.encodeToString(MANAGER.getBytes(StandardCharsets.UTF_8))),
        StandardOpenOption.TRUNCATE_EXISTING);
    restarts();
    assertThat(disk.session()).isEqualTo("old");
    welcome();
    assertThat(said)
        .containsExactly(
            new Report(new AttemptRef(1, 1, 1, "5b0c17d2a9e4f386"), new Exited(0), 12, ""));
  }
}
