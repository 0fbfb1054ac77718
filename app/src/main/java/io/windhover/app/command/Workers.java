package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.app.remote.RemotePool;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Who is in a pool. */
@Command(
    name = "workers",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {"Lists the workers of a pool: cores, what they offer, what they run.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover workers                  of the pool that the settings call default",
      "  windhover workers --pool lab --json"
    })
public final class Workers implements Callable<Integer> {
  private static final long MEGABYTE = 1_000_000;

  @Spec private CommandSpec command;
  @Mixin private PoolOptions pool;

  @Option(names = "--json", description = "print JSON, for programs")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (RemotePool remote = pool.open()) {
      List<PoolAnswers.Worker> workers = remote.workers();
      if (json) {
        out.println(Json.line(new PoolAnswers.Workers(workers)));
      } else if (workers.isEmpty()) {
        out.println("no worker is in pool " + remote.name());
      } else {
        print(workers, out);
      }
    }
    return ExitCode.DONE.number();
  }

  private static void print(List<PoolAnswers.Worker> workers, PrintWriter out) {
    long nowMillis = System.currentTimeMillis();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("worker", "cores", "free", "memory", "tasks", "there for", "offers"));
    for (PoolAnswers.Worker worker : workers) {
      long thereMillis = Math.max(0, nowMillis - worker.sinceMillis());
      rows.add(
          List.of(
              worker.name(),
              Integer.toString(worker.cores()),
              worker.away() ? "away" : Integer.toString(worker.free()),
              Words.number(worker.memoryBytes() / MEGABYTE) + " MB",
              Words.number(worker.tasks()),
              Durations.format(thereMillis / 1000 * 1000),
              String.join(" ", worker.offers())));
    }
    Table.print(rows, out);
  }
}
