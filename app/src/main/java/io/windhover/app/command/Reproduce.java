package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.Version;
import io.windhover.app.live.LivePaper;
import io.windhover.app.terminal.StepDisplay;
import io.windhover.app.terminal.Terminal;
import io.windhover.experiments.Papers;
import io.windhover.experiments.arena.Arena;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Redoes the published tables and figures of a paper. */
@Command(
    name = "reproduce",
    description = {
      "Redoes the published tables and figures of a paper: the published value, ours, the spread,"
          + " and checks that can fail.",
      "Exit code 5 when a check fails."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Papers:",
      "  hads         bags on spot VMs that hibernate: Tables 9 to 11, Figures 8 to 13",
      "  scs          streams of workflows with deadlines: Figures 8 to 14",
      "  slacksched   long tasks on harvest machines: Figures 1 to 5, 7, 9 to 24",
      "  opie         preemptible instances for private clouds: Tables 3 to 6, Figure 2",
      "  kestrel      a month of 80,000 tasks on 800 workers: Figures 10 to 12",
      "  all          every paper",
      "  live         no paper: jobs on real machines here cost and take what simulations say",
      "  arena        no paper: policies that promise deadlines in 2,000 small worlds",
      "",
      "Examples:",
      "  windhover reproduce hads                    a minute or two; --quick: within 20 s",
      "  windhover reproduce opie --out results      with CSV, pictures and a page, opie.html",
      "  windhover reproduce scs                     20 minutes on two cores; --quick: some 20 s",
      "  windhover reproduce scs --long --out DIR    over an hour; stopped, it goes on from DIR",
      "  windhover reproduce slacksched --out DIR    minutes; a map of where the gains are",
      "  windhover reproduce kestrel --out DIR       minutes; the real manager in virtual time",
      "  windhover reproduce live --out DIR          some 20 minutes; both timelines as pictures",
      "  windhover reproduce arena --quick           200 small worlds; --out DIR keeps their runs",
      "  windhover reproduce arena --case long-14    one of its worlds, closely",
      "  windhover reproduce opie --data DIR         also on DIR/placement/alibaba-openb-2023",
      "  windhover reproduce hads --data DIR         also DIR/hads/author-jobs, the authors' plans",
      "  windhover reproduce slacksched --data DIR   also DIR/harvest/azure-vm-v1, real arrivals",
      "",
      "Same seeds, same output, except what is measured in real time (units s, ms, us)."
    })
public final class Reproduce implements Callable<Integer> {
  private static final String ALL = "all";
  private static final String LIVE = "live";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "PAPER",
      description = "hads, scs, slacksched, opie, kestrel, or all; live, or arena.")
  private String paper;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Seeds for what has a spread; each paper has its own default.")
  private @Nullable Integer seeds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write CSV, JSON, SVG, PNG and one HTML page there.")
  private @Nullable Path folder;

  @Option(names = "--json", description = "One JSON object a paper instead of tables.")
  private boolean json;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with outside data; without it rows that need it are not run.")
  private @Nullable Path data;

  @Option(
      names = "--quick",
      description = "Fewer seeds, smaller sizes: seconds, at most a minute or two.")
  private boolean quick;

  @Option(
      names = "--long",
      description =
          "Also what takes hours: of scs, every cell under every load, billing and error.")
  private boolean everything;

  @ArgGroup(exclusive = false, heading = "%nOnly for arena:%n")
  private ArenaOptions arena = new ArenaOptions();

  @Override
  public Integer call() throws IOException {
    List<Reproduction> papers = papers();
    Setup setup = setup();
    if (folder != null) {
      System.setProperty("java.awt.headless", "true"); // PNG files need no display
      PaperRun.checkFolder(folder);
    }
    PrintWriter err = spec.commandLine().getErr();
    var run =
        new PaperRun(
            spec.commandLine().getOut(),
            err,
            Version.commit(),
            folder == null ? Optional.empty() : Version.fingerprint(),
            json,
            Optional.ofNullable(folder));
    boolean ok = true;
    for (Reproduction one : papers) {
      try (var display = new StepDisplay(err, Terminal.ofStderr(System::getenv), one.name())) {
        ok &= run.run(one, setup.withProgress(display::at));
      }
    }
    return (ok ? ExitCode.DONE : ExitCode.CHECK_FAILED).number();
  }

  private List<Reproduction> papers() {
    if (paper.equals(Arena.NAME)) {
      return List.of(new Arena(arena.choice()));
    }
    if (arena.areGiven()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--draw, --seed, --case and --policies are for arena, not for " + paper);
    }
    if (paper.equals(ALL)) {
      return Papers.all();
    }
    if (paper.equals(LIVE)) {
      return List.of(new LivePaper());
    }
    String known = String.join(", ", Papers.names()) + ", " + LIVE + ", " + Arena.NAME + ", " + ALL;
    return List.of(
        Papers.named(paper)
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "unknown paper %s; there are: %s".formatted(paper, known))));
  }

  private Setup setup() {
    if (seeds != null && (seeds < 1 || seeds > Setup.SEEDS_MAX)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--seeds: must be between 1 and %d, is %d".formatted(Setup.SEEDS_MAX, seeds));
    }
    if (quick && everything) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--quick and --long: expected one of them");
    }
    Length length = quick ? Length.QUICK : everything ? Length.LONG : Length.USUAL;
    Setup setup = Setup.of(length, seeds == null ? 0 : seeds);
    if (data == null) {
      return setup;
    }
    if (!Files.isDirectory(data)) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--data: no such folder: " + data);
    }
    return setup.withData(data);
  }
}
