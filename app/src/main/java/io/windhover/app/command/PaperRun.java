package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.experiments.output.JsonReport;
import io.windhover.experiments.output.ReportFolder;
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

/** Redoes one paper and shows and writes what came of it. */
record PaperRun(PrintWriter out, String commit, boolean json, Optional<Path> folder) {
  /** Whether every check passed. */
  boolean run(Reproduction paper, Setup setup) {
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
      out.printf("%n%d seeds, %.1f s%n", report.seeds(), seconds);
      page.ifPresent(file -> out.println("written: " + file));
    }
    out.flush();
    return report.ok();
  }

  private Path write(Report report, double seconds, Path dir) {
    try {
      return ReportFolder.write(report, commit, seconds, dir);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--out: %s cannot be written: %s".formatted(dir, OutputFile.why(e)),
          e);
    }
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
