package io.windhover.app.command;

import io.windhover.app.local.Audience;
import io.windhover.app.local.RunCourse;
import io.windhover.app.local.RunOutcome.FailedTask;
import io.windhover.app.local.RunSettings;
import io.windhover.app.state.KnownTask;
import io.windhover.app.terminal.ProgressDisplay;
import io.windhover.app.terminal.ShellText;
import io.windhover.app.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Tells a person at a terminal, or a log, what happens in a run. All of it goes to stderr. */
final class RunConsole implements Audience {
  /** Failures shown one by one; the others are counted at the end. */
  static final int FAILURES_SHOWN = 5;

  private static final int TAIL_BYTES_MAX = 4_096;
  private static final int TAIL_LINES_MAX = 10;
  private static final int COMMAND_MAX = 200;

  private final ProgressDisplay display;
  private final boolean quiet;
  private final boolean agreed;
  private int failures;

  RunConsole(ProgressDisplay display, boolean quiet, boolean agreed) {
    this.display = display;
    this.quiet = quiet;
    this.agreed = agreed;
  }

  @Override
  public boolean agrees(String heading, List<String> meaning) {
    if (!quiet || !agreed) {
      trouble(heading + ":");
      meaning.forEach(line -> display.say("  " + harmless(line)));
    }
    if (agreed || !Terminal.canAsk()) {
      return agreed;
    }
    display.say("carry on? [y/N]");
    return answer().strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  /** A line from whoever sits at the terminal; empty when nobody does. */
  static String answer() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return line == null ? "" : line;
    } catch (IOException nobodyThere) {
      return "";
    }
  }

  @Override
  public void notice(String line) {
    if (!quiet) {
      trouble(line);
    }
  }

  @Override
  public void trouble(String line) {
    display.say("windhover: " + line);
  }

  @Override
  public void begins(RunCourse course, RunSettings settings) {
    if (quiet) {
      return;
    }
    display.say(
        String.format(
            Locale.ROOT,
            "%s: %,d %s, %s; state in %s",
            settings.spec().name(),
            settings.spec().taskCount(),
            settings.spec().taskCount() == 1 ? "task" : "tasks",
            course.where(),
            ShellText.path(settings.folder())));
    display.beside(course.machines());
    display.show(course.progress(), course.clock());
  }

  @Override
  public void failed(FailedTask task) {
    if (++failures > FAILURES_SHOWN) {
      return;
    }
    var text = new StringBuilder();
    text.append("failed: ").append(task.known().after(task.task()));
    text.append(", ").append(task.why());
    if (task.attempt() > 1) {
      text.append(" at attempt ").append(task.attempt());
    }
    if (Files.exists(task.log())) { // Elsewhere it is on the machine that ran the task.
      text.append("; its output is in ").append(ShellText.path(task.log()));
    }
    String command = KnownTask.shortened(harmless(task.known().command()), COMMAND_MAX);
    if (!command.isEmpty()) {
      text.append(System.lineSeparator()).append("  $ ").append(command);
    }
    tail(task.log()).forEach(line -> text.append(System.lineSeparator()).append("  | " + line));
    display.say(text.toString());
  }

  private static List<String> tail(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(0, file.length() - TAIL_BYTES_MAX);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.seek(start);
      file.readFully(bytes);
      String text = new String(bytes, StandardCharsets.UTF_8);
      List<String> lines = text.lines().map(RunConsole::harmless).toList();
      return lines.subList(Math.max(0, lines.size() - TAIL_LINES_MAX), lines.size());
    } catch (IOException nothingToShow) {
      return List.of();
    }
  }

  /** A task's output must not steer the terminal. */
  private static String harmless(String line) {
    return line.replaceAll("[\\p{Cntrl}&&[^\t\n]]", "?");
  }

  @Override
  public void ends() {
    display.close();
  }
}
