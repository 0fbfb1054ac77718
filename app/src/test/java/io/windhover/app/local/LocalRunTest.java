package io.windhover.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.local.RunOutcome.FailedTask;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.app.terminal.ShellText;
import io.windhover.manager.Progress;
import io.windhover.manager.Recovery;
import io.windhover.manager.Requests;
import io.windhover.store.RequestDesk;
import io.windhover.store.SqliteStore;
import io.windhover.store.StoreView;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs with real processes within this one. */
@Timeout(120)
final class LocalRunTest {
  @TempDir private Path folder;
  private final Heard heard = new Heard();

  private static final class Heard implements Audience {
    final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    final List<FailedTask> failures = Collections.synchronizedList(new ArrayList<>());
    boolean agrees;
    final CompletableFuture<Supplier<Progress>> begun = new CompletableFuture<>();

    @Override
    public void notice(String line) {
      notices.add(line);
    }

    @Override
    public void trouble(String line) {
      notices.add(line);
    }

    @Override
    public boolean agrees(String heading, List<String> meaning) {
      notices.addAll(meaning);
      return agrees;
    }

    @Override
    public void begins(RunCourse course, RunSettings settings) {
      begun.complete(course.progress());
    }

    @Override
    public void failed(FailedTask task) {
      failures.add(task);
    }

    @Override
    public void ends() {}
  }

  @Test
  void allTasksOfADagAreDoneAndRecorded() throws Exception {
    RunOutcome outcome =
        run(
            """
            tasks:
              - {name: a, count: 20, command: 'echo {index}'}
              - {name: b, after: a, command: "true"}
            """);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(outcome.job().succeeded()).isEqualTo(21);
    assertThat(outcome.folder().resolve("logs/a/0/19.1.out")).hasContent("19");
    try (StoreView view = SqliteStore.openForReading(outcome.folder().resolve("windhover.db"))) {
      assertThat(Recovery.lastProgress(view).orElseThrow().jobs().get(0).succeeded()).isEqualTo(21);
      assertThat(view.latestSnapshot()).isPresent();
    }
  }

  @Test
  void failureForGoodIsToldOnce() throws Exception {
    RunOutcome outcome = run("tasks: [{name: t, retries: 1, command: exit 9}]");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TASK_FAILED);
    assertThat(outcome.job().retried()).isEqualTo(1);
    assertThat(heard.failures).hasSize(1);
    assertThat(heard.failures.get(0).attempt()).isEqualTo(2);
    assertThat(heard.failures.get(0).exit()).contains(9);
    assertThat(outcome.failures()).isEqualTo(heard.failures);
  }

  @Test
  void cancelledFromElsewhereIsOne() throws Exception {
    var begun = new CompletableFuture<RunOutcome>();
    var thread = new Thread(() -> begun.complete(quietly("tasks: [{name: t, command: sleep 60}]")));
    thread.start();
    heard.begun.join();
    try (RequestDesk desk = SqliteStore.openDesk(folder.resolve("state/windhover.db"))) {
      desk.request(Requests.cancel(1));
    }
    RunOutcome outcome = begun.join();
    thread.join();
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TASK_FAILED);
    assertThat(outcome.job().cancelled()).isEqualTo(1);
    assertThat(outcome.job().cancelledByOwner()).isTrue();
  }

  @Test
  void interruptedAndResumed() throws Exception {
    String text = "tasks: [{name: t, count: 3, command: 'test -e go || sleep 60'}]";
    RunSettings settings = settings(text, false);
    var run = new LocalRun(settings, false, heard);
    var ended = new CompletableFuture<RunOutcome>();
    var thread = new Thread(() -> ended.complete(run.run()));
    thread.start();
    heard.begun.join();
    run.interrupt(1);
    RunOutcome outcome = ended.join();
    thread.join();
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(outcome.job().waiting()).isEqualTo(3);

    assertThatThrownBy(() -> run(text))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.BAD_INPUT));
    Files.createFile(folder.resolve("go"));
    RunOutcome resumed = new LocalRun(settings(text, true), false, heard).run();
    assertThat(resumed.exitCode()).isEqualTo(ExitCode.DONE);
  }

  /** What a stopping worker gives back must not be given to it again and again. */
  @Test
  void interruptedRunDoesNotSpin() throws Exception {
    String text =
        "tasks: [{name: stubborn, command: 'trap \"\" TERM; touch up; sleep 60'},"
            + " {name: meek, count: 3, command: sleep 60}]";
    var run = new LocalRun(settings(text, false), false, heard);
    var ended = new CompletableFuture<RunOutcome>();
    var thread = new Thread(() -> ended.complete(run.run()));
    thread.start();
    while (!Files.exists(folder.resolve("up"))) {
      Thread.sleep(10);
    }
    run.interrupt(1);
    ended.join();
    thread.join();
    try (StoreView view = SqliteStore.openForReading(folder.resolve("state/windhover.db"))) {
      assertThat(view.lastSequence()).isLessThan(30);
    }
  }

  @Test
  void resumeOfNothingBegins() throws Exception {
    String text = "tasks: [{name: t, command: 'true'}]";
    assertThat(new LocalRun(settings(text, true), false, heard).run().exitCode())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void differencesAreNamedAsInTheFile() throws Exception {
    String base = "tasks: [{name: t, count: 2, command: a}, {name: u, command: b}]";
    assertThat(difference(base, base)).isEmpty();
    assertThat(difference(base, "deadline: 5m\n" + base)).isEqualTo("deadline: none -> 5m");
    assertThat(difference(base, base.replace("command: b", "command: c")))
        .isEqualTo("u: command: b -> c");
    assertThat(difference(base, base.replace("count: 2", "count: 3")))
        .isEqualTo("t: count: 2 -> 3");
    assertThat(difference(base, base.replace("command: b", "command: b, retries: 1, timeout: 2m")))
        .isEqualTo("u: retries: 0 -> 1\nu: timeout: none -> 2m");
    assertThat(difference(base, base.replace("command: b", "command: b, env: {A: secret}")))
        .isEqualTo("u: env: A new");
    assertThat(difference(base, base.replace("command: b", "command: b, after: t, memory: 1 GiB")))
        .isEqualTo("u: memory: none -> 1 GiB\nu: after: [] -> [t]");
    assertThat(difference(base, base.replace("}]", "}, {name: v, command: c}]")))
        .isEqualTo("v: new, 1 task");
    assertThat(difference(base, "tasks: [{name: u, command: b}]")).isEqualTo("t: removed");
    assertThat(difference(base, "tasks: [{name: u, command: b}, {name: t, count: 2, command: a}]"))
        .isEqualTo("the order of the tasks");
  }

  @Test
  void commandsAreShownSoThatAShellReadsThemBack() throws Exception {
    List<String> words = List.of("a b", "it's", "--x=1", "$HOME", "", "ü");
    Process sh =
        new ProcessBuilder("sh", "-c", "printf '%s\\n' " + ShellText.command(words)).start();
    String said = new String(sh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said.lines()).hasSize(words.size()).startsWith("a b", "it's", "--x=1", "$HOME", "");
  }

  /** By the runtimes that the file itself states, on the two workers of this run. */
  @Test
  void aDeadlineThatIsShorterThanTheWorkIsRefusedBeforeAnythingStarts() throws Exception {
    assertThat(refusal("deadline: 90s\ntasks: [{name: a, count: 10, runtime: 20s, command: b}]"))
        .contains("it is 1m 30s away")
        .contains("the tasks' runtimes are 3m 20s of work, which takes 1m 40s on 2 workers");
    assertThat(
            refusal(
                """
                deadline: 30s
                tasks:
                  - {name: a, runtime: 20s, command: a}
                  - {name: b, after: a, runtime: 20s, command: b}
                """))
        .contains("tasks that wait for each other, or the longest one, take 40s");
    assertThat(Files.exists(folder.resolve("state"))).isFalse();
    RunOutcome enough = run("deadline: 100s\ntasks: [{name: a, runtime: 20s, command: 'true'}]");
    assertThat(enough.exitCode()).isEqualTo(ExitCode.DONE);
  }

  private String refusal(String text) {
    try {
      run(text);
    } catch (CommandFailure refused) {
      assertThat(refused.exitCode()).isEqualTo(ExitCode.IMPOSSIBLE);
      return String.valueOf(refused.getMessage());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    throw new AssertionError("was not refused: " + text);
  }

  private String difference(String recorded, String now) throws Exception {
    return String.join(
        "\n", SpecChanges.of(settings(recorded, false).spec(), settings(now, false).spec()));
  }

  private RunOutcome run(String text) throws Exception {
    return new LocalRun(settings(text, false), false, heard).run();
  }

  private RunOutcome quietly(String text) {
    try {
      return run(text);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private RunSettings settings(String text, boolean resume) throws JobFileException, IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return new RunSettings(
        JobFileReader.read("job.yaml", in, folder).spec(),
        FileLines.NONE,
        RecordedPolicy.usual(),
        folder.resolve("state"),
        2,
        List.of(),
        resume,
        false,
        1_000,
        "windhover run job.yaml",
        "windhover run job.yaml --resume",
        List.of("run", "job.yaml", "--resume"));
  }
}
