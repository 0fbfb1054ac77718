package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.IsoTime;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.words.Counted;
import io.windhover.manager.Replay.Difference;
import io.windhover.manager.Replay.Outcome;
import io.windhover.store.StoreView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Steps a recorded journal again and compares every decision. */
@Command(
    name = "replay",
    description = {
      "Steps the recorded journal of a run or of a manager again and compares every decision"
          + " with the recorded one. A manager trims its journal: what it no longer has is not"
          + " replayed, and the first line says from where on.",
      "Exit code 5 when one differs."
    },
    footer = {
      "",
      "Examples:",
      "  windhover replay .windhover/sweep",
      "  windhover replay .windhover/sweep --log decisions.txt   one line for every decision",
      "  windhover replay .windhover/sweep --policy match        what another policy would decide"
    })
public final class Replay implements Callable<Integer> {
  private static final long NOTE_NANOS = 2_000_000_000L;
  private static final int TEXT_CHARS_MAX = 2_000;

  @Spec private CommandSpec spec;
  @Mixin private FolderOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      description = "State folder of the run or manager; the same as --dir.")
  private @Nullable Path dir;

  @Option(names = "--log", paramLabel = "FILE", description = "Write a line for every decision.")
  private @Nullable Path log;

  @Option(names = "--policy", paramLabel = "NAME", description = "Ask another policy instead.")
  private @Nullable String policy;

  private record Shown(
      String dir,
      String policy,
      long fromStep,
      @Nullable String fromTime,
      long batches,
      long events,
      long launches,
      long releases,
      double seconds,
      boolean equal,
      long differing,
      List<Difference> differences) {}

  @Override
  public Integer call() throws IOException {
    try (OpenRun run = OpenRun.open(options.folder(dir))) {
      RecordedPolicy recorded = run.policy();
      RecordedPolicy asked =
          policy == null
              ? recorded
              : new RecordedPolicy(policy, new TreeMap<>(), recorded.machines());
      long beganNanos = System.nanoTime();
      Outcome outcome = replay(run, asked);
      double seconds = Math.round((System.nanoTime() - beganNanos) / 1e6) / 1e3;
      PrintWriter out = spec.commandLine().getOut();
      if (options.json) {
        out.println(Json.line(shown(run, asked, outcome, seconds)));
      } else {
        print(outcome, seconds, asked.name(), out);
      }
      return (outcome.differing() == 0 ? ExitCode.DONE : ExitCode.CHECK_FAILED).number();
    }
  }

  private Outcome replay(OpenRun run, RecordedPolicy asked) throws IOException {
    var notes = new Notes(run.view());
    if (log == null) {
      return outcome(run, asked, line -> notes.step());
    }
    new OutputFile("--log", log).check();
    try (var lines = new PrintWriter(Files.newBufferedWriter(log, StandardCharsets.UTF_8))) {
      Consumer<String> write =
          line -> {
            lines.println(line);
            notes.step();
          };
      Outcome outcome = outcome(run, asked, write);
      if (lines.checkError()) {
        throw new CommandFailure(ExitCode.IMPOSSIBLE, log + ": could not be written whole");
      }
      return outcome;
    } catch (java.nio.file.FileSystemException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--log: " + log + " cannot be written: " + OutputFile.why(e), e);
    }
  }

  /** Another policy than the recorded one does not know what that remembered. */
  private Outcome outcome(OpenRun run, RecordedPolicy asked, Consumer<String> lines) {
    return io.windhover.manager.Replay.of(run.view(), asked.make(), policy == null, lines);
  }

  private static Shown shown(OpenRun run, RecordedPolicy asked, Outcome outcome, double seconds) {
    return new Shown(
        run.folder().toAbsolutePath().normalize().toString(),
        asked.name(),
        outcome.from().step(),
        outcome.from().isTrimmed() ? IsoTime.of(outcome.from().atMillis()) : null,
        outcome.batches(),
        outcome.events(),
        outcome.launches(),
        outcome.releases(),
        seconds,
        outcome.differing() == 0,
        outcome.differing(),
        outcome.differences());
  }

  private static void print(Outcome outcome, double seconds, String policy, PrintWriter out) {
    if (outcome.from().isTrimmed()) {
      out.printf(
          "replaying from step %d (%s), the journal before it was trimmed%n",
          outcome.from().step(), IsoTime.of(outcome.from().atMillis()));
    }
    out.printf(
        "%s, %s, policy %s, %.1f s%n",
        Counted.of(outcome.batches(), "batch", "batches"),
        Counted.of(outcome.events(), "event"),
        policy,
        seconds);
    if (outcome.launches() > 0) {
      out.printf(
          "with %s and %s of machines, by policy %s%n",
          Counted.of(outcome.launches(), "launch", "launches"),
          Counted.of(outcome.releases(), "release"),
          policy);
    }
    if (outcome.differing() == 0) {
      out.println("every decision equal");
      return;
    }
    Difference first = outcome.differences().get(0);
    out.printf(
        "%s of %s differ, first in batch %d:%n",
        Words.number(outcome.differing()),
        Counted.of(outcome.batches(), "decision"),
        first.sequence());
    out.println("  happened  " + cut(first.batch()));
    out.println("  recorded  " + cut(first.recorded()));
    out.println("  now       " + cut(first.now()));
  }

  private static String cut(String text) {
    return text.isEmpty()
        ? "nothing: the step had failed"
        : text.length() <= TEXT_CHARS_MAX
            ? text
            : text.substring(0, TEXT_CHARS_MAX) + "… (all of it with --json)";
  }

  /** Says now and then on stderr how far a long journal is. */
  private final class Notes {
    private final long batches;
    private long done;
    private long notedNanos = System.nanoTime();

    Notes(StoreView journal) {
      this.batches = journal.lastSequence() - Math.max(0, journal.firstSequence() - 1);
    }

    void step() {
      done++;
      long now = System.nanoTime();
      if (now - notedNanos >= NOTE_NANOS) {
        notedNanos = now;
        PrintWriter err = spec.commandLine().getErr();
        err.printf("%s of %s%n", Words.number(done), Counted.of(batches, "batch", "batches"));
        err.flush();
      }
    }
  }
}
