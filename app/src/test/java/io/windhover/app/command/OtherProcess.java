package io.windhover.app.command;

import io.windhover.app.Typed;
import io.windhover.manager.ManagerLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link Stage} in a process of its own, whose worker never finishes what it is given. */
final class OtherProcess implements AutoCloseable {
  private final Process process;

  private OtherProcess(Process process) {
    this.process = process;
  }

  /** Starts it; when this returns the job is accepted. */
  static OtherProcess start(Path folder, String yaml, String... more) throws IOException {
    Path job = Files.createTempFile("job", ".yaml");
    Files.writeString(job, yaml);
    List<String> command = new ArrayList<>(Typed.javaCommand(OtherProcess.class));
    command.addAll(List.of(folder.toString(), job.toString()));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (!"ready".equals(lines.readLine())) {
      throw new AssertionError("the other process did not start");
    }
    return new OtherProcess(process);
  }

  long pid() {
    return process.pid();
  }

  void kill() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }

  /** Holds the folder; deaf: never looks at requests. */
  public static void main(String[] args) throws Exception {
    var stage = new Stage(Path.of(args[0]), 2);
    stage.submit(Files.readString(Path.of(args[1])));
    boolean deaf = args.length > 2 && args[2].equals("deaf");
    if (!deaf) {
      new ManagerLoop(stage.manager(), System::currentTimeMillis, 20).start();
    }
    System.out.println("ready");
    System.out.flush();
    if (args.length > 2 && args[2].equals("finishing")) {
      Thread.sleep(700);
      stage.finishLive();
    }
    Thread.sleep(60_000);
  }
}
