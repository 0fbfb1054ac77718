package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.JobWords;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.StateChoice;
import io.windhover.app.state.StoreFailures;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.UnreadableJournal;
import io.windhover.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists jobs: all runs made from here, or all of one's own in a pool. */
@Command(
    name = "jobs",
    description = {
      "Lists jobs, newest first, one on each line: all runs made from this folder or, where there"
          + " is none, one's own jobs in the default pool.",
      "Of the deadline it says how far it is off, or how a job that is over met it."
    },
    footer = {
      "",
      "Examples:",
      "  windhover jobs                  the runs made from here",
      "  windhover jobs --pool lab       one's own jobs in a pool",
      "  windhover jobs --json           {\"jobs\":[…]}: each as status --json has it, and its"
          + " owner"
    })
public final class Jobs implements Callable<Integer> {
  private static final int COLUMNS_MAX = 80;
  private static final int NAME_COLUMN = 1;
  private static final int NAME_MIN = 8;
  private static final int OWNER_MAX = 13;

  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  private record ShownJob(@JsonUnwrapped JobReport.ReportJson job, String owner) {}

  private record Shown(List<ShownJob> jobs) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<JobReport> rows = rows();
    if (options.json) {
      out.println(
          Json.line(
              new Shown(
                  rows.stream()
                      .map(row -> new ShownJob(row.json(), row.status().owner()))
                      .toList())));
    } else if (rows.isEmpty()) {
      out.println("no jobs");
    } else {
      print(rows, out);
    }
    return ExitCode.DONE.number();
  }

  private List<JobReport> rows() {
    Optional<RemotePool> pool = options.pool();
    if (pool.isPresent()) {
      try (var jobs = new PoolJobs(pool.get())) {
        return jobs.all();
      }
    }
    if (options.named().isPresent()) {
      return of(options.folder());
    }
    List<Path> folders = StateChoice.all(Path.of(""));
    if (folders.isEmpty()) {
      return of(options.folder()); // Says that there is none, and what to do.
    }
    List<JobReport> rows = new ArrayList<>();
    for (Path folder : folders) {
      try {
        rows.addAll(of(folder));
      } catch (CommandFailure | UnreadableJournal failure) {
        skip(failure);
      } catch (StoreException medium) {
        skip(StoreFailures.failure(medium));
      }
    }
    return rows;
  }

  /** One folder that cannot be read does not hide the others. */
  private void skip(RuntimeException failure) {
    spec.commandLine().getErr().println("windhover: " + failure.getMessage());
  }

  private static List<JobReport> of(Path folder) {
    try (OpenRun run = OpenRun.open(folder)) {
      return JobReport.all(run, owner(folder));
    }
  }

  private static String owner(Path folder) {
    try {
      return Files.getOwner(folder).getName();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }

  private static void print(List<JobReport> rows, PrintWriter out) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("job", "name", "state", "done", "failed", "deadline", "owner"));
    rows.forEach(row -> table.add(cells(row)));
    Table.print(fitting(table), out);
  }

  private static List<String> cells(JobReport row) {
    JobProgress job = row.job();
    return List.of(
        Integer.toString(job.id()),
        job.name(),
        row.outcome().word(),
        Words.number(job.succeeded()) + "/" + Words.number(job.tasks()),
        Words.number(job.failed()),
        JobWords.shortDeadline(row.status()),
        shortened(row.status().owner().replaceFirst("@.*", ""), OWNER_MAX));
  }

  /** Names take what the other columns leave of a terminal's line. */
  private static List<List<String>> fitting(List<List<String>> table) {
    int others = 0;
    for (int c = 0; c < table.get(0).size(); c++) {
      int column = c;
      if (c != NAME_COLUMN) {
        others += 2 + table.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      }
    }
    int room = Math.max(NAME_MIN, COLUMNS_MAX - others);
    return table.stream()
        .map(
            row -> {
              List<String> cells = new ArrayList<>(row);
              cells.set(NAME_COLUMN, shortened(row.get(NAME_COLUMN), room));
              return cells;
            })
        .toList();
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }
}
