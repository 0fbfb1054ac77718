package io.windhover.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What came of a command line, typed in this process or in one of its own. */
public record Typed(int exit, String out, String err) {
  public static Typed here(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    PrintStream realOut = System.out;
    PrintStream realErr = System.err;
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      int exit = Main.run(Main.commandLine(args), new InternalErrors(true), args);
      System.out.flush();
      return new Typed(
          exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(realOut);
      System.setErr(realErr);
    }
  }

  /** In a JVM of its own, in the given folder, under a command such as setpriv or none. */
  public static Typed apart(Path folder, List<String> under, String... args)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("typed", ".out");
    Path err = Files.createTempFile("typed", ".err");
    List<String> command = new ArrayList<>(under);
    command.addAll(javaCommand(Main.class));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    var typed = new Typed(process.waitFor(), Files.readString(out), Files.readString(err));
    Files.delete(out);
    Files.delete(err);
    return typed;
  }

  /** The beginning of a command line that starts this class with what is on our class path. */
  public static List<String> javaCommand(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Dfile.encoding=UTF-8",
        "-Dslf4j.internal.verbosity=ERROR", // A test library on the class path brings it.
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }
}
