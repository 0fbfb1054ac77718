package io.windhover.workload;

import io.windhover.core.model.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the command of a task as a worker does. */
final class ScriptRun {
  record Ended(int exit, String output) {}

  private ScriptRun() {}

  static Ended of(JobFile job, int index, Path folder, Map<String, String> env)
      throws IOException, InterruptedException {
    Script script = job.spec().groups().get(0).script();
    return of(script.commandOf(index), script.env(), folder, env);
  }

  private static Ended of(
      String command, Map<String, String> own, Path folder, Map<String, String> env)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    // As a JVM under LC_ALL=C would, a worker hands over text that is not ASCII in other ways.
    builder.environment().putAll(own);
    builder.environment().putAll(env);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("still running after a minute");
    }
    return new Ended(process.exitValue(), output);
  }
}
