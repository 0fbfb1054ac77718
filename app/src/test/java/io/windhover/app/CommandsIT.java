package io.windhover.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands beside a run, by the real launcher, on a run with real tasks. */
final class CommandsIT {
  private static final String SLOW =
      """
      name: slow
      tasks:
        - {name: nap, count: 3, command: "echo begins {index}; exec sleep 61.25"}
      """;

  @TempDir private Path folder;

  @Test
  void besideARunThatIsCancelled() throws Exception {
    Process run = start(SLOW);
    try {
      awaitRunning(2);
      assertThat(type("status").out()).contains("2 running, 1 waiting").contains("process ");
      assertThat(type("logs", "nap/0").out()).isEqualTo("begins 0\n");
      assertThat(type("explain").out()).contains("nap: 1 task waits: the one machine");
      Process watch = process("watch", "--json").start();
      Typed cancel = type("cancel");
      assertThat(cancel.out()).startsWith("slow (job 1): cancelled, 3 tasks");
      assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(run.exitValue()).isEqualTo(1);
      assertThat(watch.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.exitValue()).isEqualTo(1);
      assertThat(type("status").out()).startsWith("slow (job 1): cancelled after");
      assertThat(type("replay").exit()).isZero();
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void afterARunThatWasKilled() throws Exception {
    Process run = start(SLOW);
    List<ProcessHandle> tasks;
    try {
      awaitRunning(2);
      tasks = run.descendants().toList();
    } finally {
      run.destroyForcibly().waitFor();
    }
    assertThat(type("status").out()).contains("2 running when it stopped").contains("--resume");
    assertThat(type("watch").exit()).isEqualTo(6);
    assertThat(type("replay").out()).contains("every decision equal");
    assertThat(type("cancel").out()).isEqualTo("slow (job 1): cancelled, 3 tasks\n");
    // What the killed run had left running is ended with it; a moment later it is also buried.
    for (int i = 0; i < 500 && tasks.stream().anyMatch(ProcessHandle::isAlive); i++) {
      Thread.sleep(10);
    }
    assertThat(tasks).isNotEmpty().noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void failedTasksArePutBackAndRunAgain() throws Exception {
    String job =
        """
        name: flaky
        tasks:
          - {name: point, count: 2, command: "echo trouble >&2; test -e mended"}
          - {name: merge, after: [point], command: "true"}
        """;
    assertThat(start(job).waitFor()).isEqualTo(1);
    Typed status = type("status", "--failed");
    assertThat(status.out()).contains("exit 1, attempt 1").contains(".err");
    assertThat(type("logs", "point/0", "--err").out()).isEqualTo("trouble\n");
    Files.writeString(folder.resolve("mended"), "");
    assertThat(type("retry").out()).contains("3 tasks put back\ngo on with: ");
    assertThat(type("run", "job.yaml", "--resume").exit()).isZero();
    assertThat(type("status").out()).contains("3 tasks: 3 succeeded");
    assertThat(type("replay").exit()).isZero();
  }

  private Process start(String job) throws IOException {
    Files.writeString(folder.resolve("job.yaml"), job);
    return process("run", "job.yaml", "--workers", "2").start();
  }

  private void awaitRunning(int tasks) throws Exception {
    for (int tries = 0; tries < 100; tries++) {
      Typed status = type("status", "--json");
      if (status.out().contains("\"running\":" + tasks)) {
        Thread.sleep(200); // Accepted is not begun: let the command write its line.
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("never saw " + tasks + " running");
  }

  private ProcessBuilder process(String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("windhover.root"), "windhover").toString());
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private Typed type(String... args) throws IOException, InterruptedException {
    Path out = Files.createTempFile("typed", ".out");
    Path err = Files.createTempFile("typed", ".err");
    int exit =
        process(args).redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
    var typed = new Typed(exit, Files.readString(out), Files.readString(err));
    Files.delete(out);
    Files.delete(err);
    return typed;
  }
}
