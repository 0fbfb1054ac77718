package io.windhover.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Another JVM with the same classes. */
final class OtherJvm {
  private OtherJvm() {}

  static List<String> command(List<String> flags, Class<?> main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djdk.lang.Process.launchMechanism=VFORK");
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    return command;
  }

  static Process start(Map<String, String> env, List<String> flags, Class<?> main, String... args)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(flags, main, args)).redirectErrorStream(true);
    builder.environment().putAll(env);
    return builder.start();
  }

  /** What it printed, with its exit code as the last line. */
  static String output(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return text + "exit " + process.waitFor();
  }
}
