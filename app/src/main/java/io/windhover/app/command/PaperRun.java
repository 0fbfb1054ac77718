package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.words.Counted;
import io.windhover.experiments.output.JsonReport;
import io.windhover.experiments.output.ReportFolder;
import io.windhover.experiments.output.RunFile;
import io.windhover.experiments.output.TextReport;
import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Redoes one paper and shows and writes what came of it.
 *
 * @param fingerprint tells this program from others; without one no runs are kept
 */
record PaperRun(
    PrintWriter out,
    PrintWriter err,
    String commit,
    Optional<String> fingerprint,
    boolean json,
    Optional<Path> folder) {
  /** Whether every check passed. */
  boolean run(Reproduction paper, Setup setup) {
    if (!paper.keepsRuns() || (setup.quick() && !paper.namesItsProgram())) {
      return redo(paper, setup);
    }
    if (folder.isEmpty()) {
      tell(paper, "keeps no runs; with --out DIR it could go on when it is stopped");
      return redo(paper, setup);
    }
    if (fingerprint.isEmpty()) {
      tell(paper, "keeps no runs, since it does not run from a jar");
      return redo(paper, setup);
    }
    // Another program may come to other results, so it gets a file of its own or names of its own.
    String name =
        paper.namesItsProgram()
            ? "%s-runs.tsv".formatted(paper.name())
            : "%s-runs-%s.tsv".formatted(paper.name(), fingerprint.get());
    Path file = folder.get().resolve(name);
    try (RunFile runs = RunFile.open(file)) {
      tell(
          paper,
          runs.taken() > 0
              ? "goes on from the %s in %s".formatted(Counted.of(runs.taken(), "run"), file)
              : "keeps its runs in %s; stopped and started again, it goes on from there"
                  .formatted(file));
      return redo(paper, setup.withPast(runs));
    } catch (RunFile.NotWritten e) {
      throw cannotBeWritten(file, e.why());
    } catch (IOException e) {
      throw cannotBeWritten(file, e);
    }
  }

  private void tell(Reproduction paper, String what) {
    err.println(paper.name() + ": " + what);
    err.flush();
  }

  private boolean redo(Reproduction paper, Setup setup) {
    long beganNanos = System.nanoTime();
    Report report;
    try {
      report = paper.run(setup);
    } catch (BadData bad) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(bad.getMessage()), bad);
    }
    double seconds = Math.round((System.nanoTime() - beganNanos) / 1e8) / 10.0;
    Optional<Path> page = folder.map(dir -> write(report, seconds, dir));
    if (json) {
      out.println(JsonReport.of(report, commit, seconds));
    } else {
      out.print(TextReport.of(report));
      out.printf("%n%s, %.1f s%n", Counted.of(report.seeds(), "seed"), seconds);
      page.ifPresent(file -> out.println("written: " + file));
    }
    out.flush();
    return report.ok();
  }

  private Path write(Report report, double seconds, Path dir) {
    try {
      return ReportFolder.write(report, commit, seconds, dir);
    } catch (IOException e) {
      throw cannotBeWritten(dir, e);
    }
  }

  private static CommandFailure cannotBeWritten(Path file, IOException e) {
    return new CommandFailure(
        ExitCode.BAD_INPUT,
        "--out: %s cannot be written: %s".formatted(file, OutputFile.why(e)),
        e);
  }

  /** Before minutes are spent. */
  static void checkFolder(Path dir) {
    try {
      Files.createDirectories(dir);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--out: %s cannot be made: %s".formatted(dir, why(e)), e);
    }
    if (!Files.isWritable(dir)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--out: " + dir + " cannot be written: no permission");
    }
  }

  private static String why(IOException e) {
    return e instanceof FileAlreadyExistsException ? "it is a file" : OutputFile.why(e);
  }
}
