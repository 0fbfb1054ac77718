package io.windhover.worker;

import io.windhover.host.Lineage;
import io.windhover.wire.Order;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Starts commands as {@code sh -c} would, in the order's folder, with nothing to read and their
 * outputs straight into files.
 *
 * <p>sh itself is left out where it would only start the one program ({@link PlainCommand}); if
 * that program does not start, sh is asked after all, for the message and exit code it gives. A
 * command that cannot be handed over as an argument is put into a file ({@link Scripts}).
 */
final class Launcher {
  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));
  private static final Pattern ERRNO = Pattern.compile("error=(\\d+), (.*)$", Pattern.DOTALL);

  private final TaskEnvironment environment;
  private final TaskFiles logs;
  private final StateModes modes;
  private final Scripts scripts;
  private final Programs programs;
  private final String sh;
  private final @Nullable String setsid;
  private final boolean shellMayBeLeftOut;

  /** To copy this process's environment anew takes longer than to overwrite a few variables. */
  private final Queue<Used> used = new ConcurrentLinkedQueue<>();

  private record Used(ProcessBuilder builder, Map<String, String> env) {}

  Launcher(
      ProcessSettings settings, Lineage lineage, Map<String, String> inherited, StateModes modes) {
    this.logs = new TaskFiles(settings.logs(), settings.manyJobs(), modes);
    this.environment =
        new TaskEnvironment(
            lineage, new TaskFiles(settings.checkpoints(), settings.manyJobs(), modes));
    this.modes = modes;
    this.scripts = new Scripts(settings.state().resolve("scripts"), modes);
    this.programs = new Programs(inherited.get("PATH"));
    this.sh = programs.find("sh").isPresent() ? "sh" : "/bin/sh";
    this.setsid = settings.terminal() ? programs.find("setsid").orElse(null) : null;
    this.shellMayBeLeftOut = inherited.containsKey("PATH") && !definesFunctions(inherited);
  }

  LogFiles logs(Order order) {
    return logs.of(order);
  }

  /** Where the task saves what it has done. */
  Path checkpointFolder(Order order) {
    return Path.of(environment.checkpointFolder(order));
  }

  /**
   * Starts the order's command, its outputs in two files.
   *
   * @param goesOn whether the command finds in its folder what an earlier one has saved
   * @param again whether the attempt's command has run before, and its outputs go on too
   */
  Launched command(Order order, boolean goesOn, boolean again) throws CannotStart {
    File out = logs.of(order).file(order.group(), order.index(), order.ref().attempt(), ".out");
    File err = logs.of(order).file(order.group(), order.index(), order.ref().attempt(), ".err");
    // An order with the same variables as one before sets all that was set then.
    Used last = used.poll();
    if (last == null || !last.env.equals(order.env())) {
      last = new Used(new ProcessBuilder(), order.env());
    }
    last.builder
        .redirectOutput(again ? Redirect.appendTo(out) : Redirect.to(out))
        .redirectError(again ? Redirect.appendTo(err) : Redirect.to(err));
    if (order.checkpoints()) {
      makeFolder(environment.checkpointFolder(order));
    }
    Launched launched = launch(last.builder, order, order.command(), goesOn, List.of(out, err));
    used.add(last);
    return launched;
  }

  /** Starts the order's cleanup command, all its output in one file. */
  Launched cleanup(Order order) throws CannotStart {
    File out = logs.of(order).file(order.group(), order.index(), order.ref().attempt(), ".cleanup");
    ProcessBuilder builder = new ProcessBuilder().redirectOutput(out).redirectErrorStream(true);
    return launch(builder, order, order.cleanup(), false, List.of(out));
  }

  /** Starts a command beside the order's own, in the same surroundings, its output in one file. */
  Launched aside(Order order, String command) throws CannotStart {
    File out =
        logs.of(order).file(order.group(), order.index(), order.ref().attempt(), ".checkpoint");
    ProcessBuilder builder = new ProcessBuilder().redirectOutput(out).redirectErrorStream(true);
    return launch(builder, order, command, false, List.of(out));
  }

  private Launched launch(
      ProcessBuilder builder, Order order, String command, boolean goesOn, List<File> outputs)
      throws CannotStart {
    builder.redirectInput(NOTHING).directory(new File(order.folder()));
    if (!environment.arrives(order.folder())) {
      throw new CannotStart(
          "the locale this program was started in has no such folder name: " + order.folder());
    }
    SortedMap<String, String> exports = environment.fill(builder.environment(), order, goesOn);
    makeFiles(order, outputs);
    List<String> words = exports.isEmpty() ? plainWords(order, command) : List.of();
    if (!words.isEmpty()) {
      try {
        return new Launched(builder.command(inSession(words)).start(), null);
      } catch (IOException shKnowsWhy) {
        // Tried again below.
      }
    }
    Path script = null;
    String line = command;
    if (!exports.isEmpty() || !environment.arrives(command) || Scripts.isTooLong(command)) {
      script = scripts.write(order.ref(), exports, command);
      line = Scripts.reading(script);
    }
    return new Launched(startShell(builder, order, line, outputs), script);
  }

  private Process startShell(ProcessBuilder builder, Order order, String line, List<File> outputs)
      throws CannotStart {
    // A command that begins like an option is still a command.
    boolean likeOption = line.startsWith("-") || line.startsWith("+");
    builder.command(
        inSession(likeOption ? List.of(sh, "-c", "--", line) : List.of(sh, "-c", line)));
    try {
      try {
        return builder.start();
      } catch (IOException e) {
        if (!(e.getCause() instanceof FileNotFoundException)) {
          throw e;
        }
        makeFiles(order, outputs); // Somebody has removed them.
        return builder.start();
      }
    } catch (IOException e) {
      throw new CannotStart(reason(e, order.folder()));
    }
  }

  /** Makes what the command finds: its outputs have their modes before anything is in them. */
  private void makeFiles(Order order, List<File> outputs) throws CannotStart {
    LogFiles files = logs.of(order);
    try {
      files.makeFolder(order.group(), order.index());
    } catch (IOException e) {
      throw new CannotStart("cannot make a folder: " + e);
    }
    try {
      for (File output : outputs) {
        files.makeFile(order.group(), order.index(), output);
      }
    } catch (IOException e) {
      throw new CannotStart("cannot write " + e.getMessage());
    }
  }

  private void makeFolder(String folder) throws CannotStart {
    try {
      modes.makeFolder(Path.of(folder));
    } catch (IOException e) {
      throw new CannotStart("cannot make a folder: " + e);
    }
  }

  /**
   * Removes the folder for checkpoints if the command has kept nothing there, so that a million
   * tasks do not leave as many empty folders; the next attempt finds a new one.
   */
  void removeUnusedFolder(Order order) {
    if (order.checkpoints() && !new File(environment.checkpointFolder(order)).delete()) {
      return; // It keeps something, or was never made.
    }
  }

  private List<String> plainWords(Order order, String command) {
    if (!shellMayBeLeftOut || order.env().containsKey("PATH") || definesFunctions(order.env())) {
      return List.of();
    }
    List<String> words = PlainCommand.words(command);
    // setsid has messages of its own for what is not there; sh must give them.
    boolean unsure =
        setsid != null && !words.isEmpty() && !programs.exists(words.get(0), order.folder());
    return unsure ? List.of() : words;
  }

  private List<String> inSession(List<String> words) {
    if (setsid == null) {
      return words;
    }
    List<String> all = new ArrayList<>(words.size() + 1);
    all.add(setsid);
    all.addAll(words);
    return all;
  }

  /** bash takes functions out of variables, and a function goes before a program. */
  private static boolean definesFunctions(Map<String, String> env) {
    return env.keySet().stream().anyMatch(name -> name.startsWith("BASH_FUNC_"));
  }

  private static String reason(IOException e, String folder) {
    File place = new File(folder);
    if (!place.exists()) {
      return "folder does not exist: " + folder;
    }
    if (!place.isDirectory()) {
      return "not a folder: " + folder;
    }
    if (!place.canExecute()) {
      return "no permission to enter folder " + folder;
    }
    if (e.getCause() instanceof FileNotFoundException) {
      return "cannot write " + e.getCause().getMessage();
    }
    Matcher error = ERRNO.matcher(String.valueOf(e.getMessage()));
    if (!error.find()) {
      return String.valueOf(e.getMessage());
    }
    return switch (error.group(1)) {
      case "7" -> "arguments and variables are longer than this system allows";
      case "11", "12" -> "no new process could be made: " + error.group(2);
      case "23", "24" -> "too many open files";
      default -> "sh cannot be started: " + error.group(2);
    };
  }

  /** A command that was started, and the file made for it, if any. */
  record Launched(Process process, @Nullable Path script) {
    void removeScript() {
      if (script != null) {
        Scripts.remove(script);
      }
    }
  }
}
