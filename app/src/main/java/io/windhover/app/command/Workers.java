package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.app.remote.RemotePool;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.time.Instant;
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
  private static final String OFFERS = "  offers ";

  @Spec private CommandSpec command;
  @Mixin private PoolOptions pool;

  @Option(names = "--json", description = "print JSON, for programs")
  private boolean json;

  private record Shown(String pool, List<PoolAnswers.Worker> workers) {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (RemotePool remote = pool.open()) {
      List<PoolAnswers.Worker> workers = remote.workers();
      if (json) {
        out.println(Json.line(new Shown(remote.name(), workers)));
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
    rows.add(List.of("worker", "state", "cores", "free", "memory", "tasks", "there for"));
    for (PoolAnswers.Worker worker : workers) {
      rows.add(
          List.of(
              worker.address(),
              worker.state(),
              Integer.toString(worker.cores()),
              Integer.toString(worker.free()),
              Words.number(worker.memory() / MEGABYTE) + " MB",
              Words.number(worker.tasks()),
              there(worker, nowMillis)));
    }
    List<String> lines = Table.lines(rows);
    out.println(lines.get(0));
    for (int i = 0; i < workers.size(); i++) {
      out.println(lines.get(i + 1));
      offers(workers.get(i).offers()).forEach(out::println);
    }
  }

  /** Below its worker, in as many lines as a terminal of the usual width needs. */
  static List<String> offers(List<String> offers) {
    List<String> lines = new ArrayList<>();
    var line = new StringBuilder();
    for (String offer : offers) {
      if (!line.isEmpty() && OFFERS.length() + line.length() + 1 + offer.length() > Table.WIDTH) {
        lines.add((lines.isEmpty() ? OFFERS : " ".repeat(OFFERS.length())) + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(offer);
    }
    if (!line.isEmpty()) {
      lines.add((lines.isEmpty() ? OFFERS : " ".repeat(OFFERS.length())) + line);
    }
    return lines;
  }

  private static String there(PoolAnswers.Worker worker, long nowMillis) {
    if (worker.since() == null) {
      return "";
    }
    long millis = nowMillis - Instant.parse(worker.since()).toEpochMilli();
    return Durations.format(Math.max(0, millis / 1000 * 1000));
  }
}
