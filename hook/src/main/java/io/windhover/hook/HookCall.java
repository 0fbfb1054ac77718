package io.windhover.hook;

import io.windhover.capacity.SourceFailure;
import io.windhover.host.InstalledPrograms;
import io.windhover.host.Lineage;
import io.windhover.host.TreeEnding;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls a hook: one process a call, the question on its standard input, the answer on its standard
 * output. A call that fails, in whatever way, leaves no process behind: all that came of it is
 * ended. What a call that succeeds leaves running may be a machine, and is left alone.
 */
final class HookCall {
  /** How often a hook is looked at that may print without end. */
  private static final long LOOK_MILLIS = 20;

  private static final int SAID_CHARS_MAX = 300;

  /** What machines that a hook starts must not have from whoever runs Windhover. */
  private static final List<String> OURS =
      List.of(
          "WINDHOVER_TOKEN",
          "WINDHOVER_TOKEN_FILE",
          "WINDHOVER_JOIN",
          "WINDHOVER_JOIN_SECRET",
          "WINDHOVER_LEASE",
          "WINDHOVER_CORES_FILE",
          "WINDHOVER_CONFIG");

  private static final String LOCK = "lock";

  private final HookSettings settings;
  private final HookQuestion question;
  private final String id = UUID.randomUUID().toString();

  HookCall(HookSettings settings, HookQuestion question) {
    this.settings = settings;
    this.question = question;
  }

  /** The call in what people read. */
  String name() {
    return settings.name() + " " + question.verb().word();
  }

  /** Makes the call; answers what the hook has printed. */
  byte[] make() throws SourceFailure {
    try (var files = new CallFiles(settings.folder(), id)) {
      long beganNanos = System.nanoTime();
      Process process = start(files);
      feed(process.getOutputStream());
      Optional<String> failure = await(process, files);
      if (failure.isPresent()) {
        endAll(process);
      }
      String said = withoutSecret(files.said());
      double seconds = (System.nanoTime() - beganNanos) / 1e6 / 1000;
      new HookLog(settings.folder())
          .add(question, "%s, %.1f s".formatted(failure.orElse("done"), seconds), said);
      if (failure.isPresent()) {
        throw new SourceFailure(name() + ": " + failure.get() + last(said));
      }
      return files.answer();
    } catch (IOException e) {
      throw new SourceFailure(name() + ": its answer cannot be kept: " + e.getMessage(), e);
    }
  }

  private Process start(CallFiles files) throws SourceFailure {
    var builder = new ProcessBuilder(words()).directory(settings.directory().toFile());
    files.redirect(builder);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeAll(OURS);
    environment.put(Lineage.VARIABLE, lineage(System.getenv(Lineage.VARIABLE)).value(id));
    try {
      return builder.start();
    } catch (IOException e) {
      throw SourceFailure.broken("%s cannot be started: %s".formatted(settings.name(), why(e)));
    }
  }

  private static Lineage lineage(@Nullable String inherited) {
    return new Lineage(inherited, "hook", "call");
  }

  /** What the system says about it. */
  private static String why(IOException e) {
    String message = String.valueOf(e.getMessage());
    int reason = message.indexOf(", ");
    return reason < 0 ? message : message.substring(reason + 2);
  }

  /**
   * Calls that rent and give back go one at a time, also those of other processes and those whose
   * caller was killed: a hook that looks whether a machine is there before it rents one needs no
   * lock of its own. The program flock holds the lock and not the hook, whose children would keep
   * it.
   */
  private List<String> words() {
    List<String> words = new ArrayList<>();
    Optional<Path> flock = InstalledPrograms.find("flock");
    if (question.verb().changesLeases() && flock.isPresent()) {
      String lock = settings.folder().resolve(LOCK).toString();
      words.addAll(List.of(flock.get().toString(), "-o", lock));
    }
    words.addAll(settings.words(question.verb().word()));
    return words;
  }

  /** On a thread of its own: a hook may never read. */
  private void feed(OutputStream in) {
    var thread =
        new Thread(
            () -> {
              try (in) {
                in.write(question.json().getBytes(StandardCharsets.UTF_8));
              } catch (IOException unread) {
                // A hook need not read what it does not need.
              }
            },
            "hook input");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for its end; answers what went wrong. */
  private Optional<String> await(Process process, CallFiles files) throws IOException {
    long untilNanos = System.nanoTime() + settings.timeoutMillis() * 1_000_000;
    try {
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (System.nanoTime() > untilNanos) {
          double seconds = settings.timeoutMillis() / 1000.0;
          return Optional.of("no answer after %s s; it was ended".formatted(seconds));
        } else if (files.isTooMuch() || files.isErrorEndless()) {
          return Optional.of(tooMuch());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("was given up");
    }
    if (process.exitValue() != 0) {
      return Optional.of("exit code " + process.exitValue());
    }
    return files.isTooMuch() ? Optional.of(tooMuch()) : Optional.empty();
  }

  private static String tooMuch() {
    return "more than %d MB of output; expected one JSON object"
        .formatted(CallFiles.ANSWER_BYTES_MAX >> 20);
  }

  private void endAll(Process process) {
    var ending = new TreeEnding(lineage(null).ofAttempt(id), List.of(process.toHandle()), 0);
    var unused = ending.run();
  }

  /** A hook may print all that it was told. */
  private String withoutSecret(String text) {
    return question.secret().isEmpty() ? text : text.replace(question.secret(), "***");
  }

  /** The last line of what it said, on one line whatever hooks write to terminals. */
  private static String last(String said) {
    String last =
        said.lines().filter(line -> !line.isBlank()).reduce((before, line) -> line).orElse("");
    String shown = last.length() > SAID_CHARS_MAX ? last.substring(0, SAID_CHARS_MAX) + "…" : last;
    return last.isEmpty()
        ? "; it said nothing"
        : ": " + shown.strip().replaceAll("\\p{Cntrl}", "?");
  }
}
