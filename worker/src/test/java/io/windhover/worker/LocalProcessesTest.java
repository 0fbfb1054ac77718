package io.windhover.worker;

import static io.windhover.worker.Orders.checkpointing;
import static io.windhover.worker.Orders.cleanedBy;
import static io.windhover.worker.Orders.env;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending.Exited;
import io.windhover.wire.Ending.NotStarted;
import io.windhover.wire.Order;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalProcessesTest {
  @TempDir private Path folder;
  private final Recorder heard = new Recorder();
  private final List<String> notices = new ArrayList<>();
  private LocalProcesses processes;

  @BeforeEach
  void open() throws IOException {
    processes =
        new LocalProcesses(ProcessSettings.in(folder.resolve("state"), false), heard, notices::add);
  }

  @AfterEach
  void close() {
    processes.close();
  }

  private Recorder.End run(Order order) {
    processes.start(order);
    return heard.end();
  }

  private Recorder.End run(String command) {
    return run(order(1, command, folder));
  }

  private Path out(int task) {
    return folder.resolve("state/logs/point/" + task / 1000 + "/" + task + ".1.out");
  }

  private String output() {
    return Awaiting.read(out(1));
  }

  @ParameterizedTest
  @CsvSource({
    "true, 0",
    "false, 1",
    "exit 7, 7",
    "sh -c 'exit 7', 7",
    "kill -9 $$, 137",
    "kill -TERM $$, 143",
    "sh -c 'kill -9 $$', 137",
    "sh -c 'kill -9 $$'; exit $?, 137",
    "no-such-program, 127",
    "no-such-program | cat; no-such-program, 127",
    "./not-executable, 126",
    "./script-without-shebang, 5",
    "/, 126",
    "'', 0",
    "-x, 127",
    "'# only a remark', 0"
  })
  void exitCodesAreThoseOfSh(String command, int code) throws IOException {
    Files.writeString(folder.resolve("not-executable"), "echo no");
    Path script = Files.writeString(folder.resolve("script-without-shebang"), "exit 5\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertThat(run(command).ending()).isEqualTo(new Exited(code));
  }

  @ParameterizedTest
  @CsvSource({
    "no-such-program a b",
    "./no-such-program",
    "./not-executable",
    "ls no-such-file",
    "/ a",
    "cd /no-such-folder"
  })
  void messagesAreThoseOfSh(String command) throws Exception {
    Files.writeString(folder.resolve("not-executable"), "echo no");
    Process sh =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String expected = new String(sh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run(command).tail()).isEqualTo(expected).isNotEmpty();
  }

  @Test
  void aCommandSeesItsFolderItsVariablesAndNothingToRead() {
    Order plain = order(1, "env", folder);
    Order order =
        new Order(
            new AttemptRef(37, 1234, 3),
            "sweep",
            "point",
            1234,
            plain.folder(),
            "pwd; cat; env | grep -E '^(WINDHOVER|SLURM|AWS_BATCH|MODE|PWD)' | sort",
            "",
            new TreeMap<>(Map.of("MODE", "fast", "WINDHOVER_INDEX", "cheat")),
            1,
            0,
            0,
            1_800_000_000_000L);
    assertThat(run(order).ending()).isEqualTo(new Exited(0));
    String out = Awaiting.read(folder.resolve("state/logs/point/1/1234.3.out"));
    assertThat(out.replaceAll("(?m)^WINDHOVER_LINEAGE=.*\n", ""))
        .isEqualTo(
            """
            %1$s
            AWS_BATCH_JOB_ARRAY_INDEX=1234
            MODE=fast
            PWD=%1$s
            SLURM_ARRAY_TASK_ID=1234
            WINDHOVER_ATTEMPT=3
            WINDHOVER_CHECKPOINT_DIR=%1$s/state/checkpoints/point/1/1234
            WINDHOVER_DEADLINE=2027-01-15T08:00:00Z
            WINDHOVER_INDEX=1234
            WINDHOVER_JOB=sweep
            WINDHOVER_JOB_ID=37
            WINDHOVER_TASK=point/1234
            """
                .formatted(folder));
  }

  @Test
  void theFolderForCheckpointsIsThereForItsOwnerAndStaysIfItIsUsed() {
    Path kept = folder.resolve("state/checkpoints/point/0/3");
    String look = "stat -c %a $WINDHOVER_CHECKPOINT_DIR; ls $WINDHOVER_CHECKPOINT_DIR; exit 3";
    assertThat(run(checkpointing(order(3, look, folder))).tail()).isEqualTo("700\n");
    assertThat(kept).as("nothing was kept").doesNotExist();
    String save = "echo half > $WINDHOVER_CHECKPOINT_DIR/state; exit 3";
    run(checkpointing(order(3, save, folder)));
    assertThat(kept.resolve("state")).hasContent("half");
    assertThat(run(checkpointing(order(3, look, folder))).tail()).isEqualTo("700\nstate\n");
  }

  @Test
  void aTaskThatSavesNothingHasNoFolderForIt() {
    assertThat(run(order(3, "test ! -e $WINDHOVER_CHECKPOINT_DIR", folder)).ending())
        .isEqualTo(new Exited(0));
  }

  @Test
  void variablesOfOneCommandAreNotSeenByTheNext() {
    String line = "echo ${A-none} ${B-none} ${WINDHOVER_DEADLINE-none}";
    run(env(Map.of("A", "1"), order(1, line, folder)));
    assertThat(output()).isEqualTo("1 none none\n");
    run(env(Map.of("B", "2"), order(1, line, folder)));
    assertThat(output()).isEqualTo("none 2 none\n");
    Order plain = env(Map.of("B", "2"), order(1, line, folder));
    run(
        new Order(
            plain.ref(),
            plain.jobName(),
            plain.group(),
            plain.index(),
            plain.folder(),
            line,
            "",
            plain.env(),
            1,
            0,
            0,
            1_800_000_000_000L));
    assertThat(output()).isEqualTo("none 2 2027-01-15T08:00:00Z\n");
    run(plain);
    assertThat(output()).isEqualTo("none 2 none\n");
    run(order(1, line, folder));
    assertThat(output()).isEqualTo("none none none\n");
  }

  @Test
  void quotesNewlinesAndUnicodeArriveUnmangled() {
    String odd = "a'b\"c`d$e\\f\n\tg  h*?[x]~{y}!#% äöü 漢字 😀";
    String quoted = "'" + odd.replace("'", "'\\''") + "'";
    run(env(Map.of("ODD", odd), order(1, "printf '%s|%s' " + quoted + " \"$ODD\"", folder)));
    assertThat(output()).isEqualTo(odd + "|" + odd);
  }

  @ParameterizedTest
  @CsvSource({"100000", "131060", "131072", "1000000"})
  void longCommandsArriveUnmangled(int length) {
    String text = "x".repeat(length - 10) + "äöü";
    Recorder.End end = run("printf '%s %s' \"$0\" '" + text + "'");
    assertThat(end.ending()).isEqualTo(new Exited(0));
    assertThat(output()).isEqualTo("sh " + text);
    assertThat(folder.resolve("state/scripts").toFile().list()).isNullOrEmpty();
  }

  @Test
  void hundredThousandBytesOfWordsArriveUnmangled() {
    String words = "word ".repeat(20_000).strip();
    run("printf %s\\\\n " + words);
    assertThat(output()).isEqualTo("word\n".repeat(20_000));
  }

  @Test
  void theTailIsTheEndOfStderrOrElseOfStdoutAndOnlyOfFailures() {
    assertThat(run("echo fine; echo fine >&2").tail()).isEmpty();
    assertThat(run("echo out; echo err >&2; exit 1").tail()).isEqualTo("err\n");
    assertThat(run("echo out; exit 1").tail()).isEqualTo("out\n");
    String tail = run("yes ä | head -n 5000; printf '\\377end'; exit 1").tail();
    assertThat(tail).matches("(?s)\n?(ä\n)+\uFFFDend").hasSizeLessThan(2_048);
  }

  @Test
  void whatCannotBeStartedSaysWhy() throws IOException {
    assertThat(run(order(1, "true", folder.resolve("gone"))).ending())
        .isEqualTo(new NotStarted("folder does not exist: " + folder.resolve("gone")));
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(run(order(1, "echo x | cat", file)).ending())
        .isEqualTo(new NotStarted("not a folder: " + file));
    assertThat(run(env(Map.of("LONG", "x".repeat(200_000)), order(1, "true", folder))).ending())
        .isEqualTo(new NotStarted("arguments and variables are longer than this system allows"));
    assertThat(run(env(Map.of("A=B", "x"), order(1, "true", folder))).ending())
        .isInstanceOf(NotStarted.class);
    assertThat(run("echo \0").ending()).isInstanceOf(NotStarted.class);
    Path logs = folder.resolve("state/logs/point/0");
    Files.move(logs, folder.resolve("elsewhere"));
    Files.createFile(logs);
    assertThat(run("true").ending()).isInstanceOf(NotStarted.class);
  }

  @Test
  void aLogFolderThatWasRemovedIsMadeAgain() throws IOException {
    run("echo 1");
    Files.move(folder.resolve("state/logs"), folder.resolve("elsewhere"));
    assertThat(run("echo 2").ending()).isEqualTo(new Exited(0));
    assertThat(output()).isEqualTo("2\n");
  }

  @Test
  void cleanupRunsInTheSamePlaceAndKeepsOnlyOutputThatThereIs() {
    Order order =
        cleanedBy("rm scratch; echo \"$WINDHOVER_INDEX\" >&2", order(1, "touch scratch", folder));
    run(order);
    assertThat(folder.resolve("scratch")).exists();
    processes.clean(order);
    assertThat(heard.cleanup()).isEqualTo(ref(1));
    assertThat(folder.resolve("scratch")).doesNotExist();
    assertThat(folder.resolve("state/logs/point/0/1.1.cleanup")).hasContent("1");
    processes.clean(cleanedBy("exit 3", order(2, "x", folder)));
    heard.cleanup();
    assertThat(folder.resolve("state/logs/point/0/2.1.cleanup")).doesNotExist();
    assertThat(notices).containsExactly("cleanup of point/2, attempt 1, failed: exit 3");
  }

  @Test
  void namesOfGroupsNeverLeadOutOfTheFolder() {
    assertThat(LogFiles.plainName("point-1_b.c")).isEqualTo("point-1_b.c");
    assertThat(LogFiles.plainName("../x")).isEqualTo("%2E.%2Fx");
    assertThat(LogFiles.plainName("")).isEqualTo("%");
    assertThat(LogFiles.plainName("ä%")).isEqualTo("%C3%A4%25");
  }
}
