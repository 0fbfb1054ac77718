package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.pool.local.LocalPool;
import io.windhover.app.pool.local.PoolFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stops a pool on this machine. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Stops the workers and the manager of a pool that windhover pool up started, and its XMPP"
          + " server if it has one. Jobs, results and accounts stay for the next time.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 nothing of it runs any more; 2 no such pool; 6 it cannot be done."
    })
public final class PoolDown implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".windhover/pool",
      description = "The pool's folder. Default: .windhover/pool.")
  private Path dir = Path.of(".windhover/pool");

  @Option(names = "--json", description = "Print what was stopped as JSON, for programs.")
  private boolean json;

  /** What JSON shows. */
  private record Stopped(String dir, List<String> stopped) {}

  @Override
  public Integer call() {
    var folder = new PoolFolder(dir);
    if (!folder.holdsPool()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, dir + " holds no pool; expected the --dir of windhover pool up");
    }
    PrintWriter out = spec.commandLine().getOut();
    List<String> stopped = new ArrayList<>();
    try {
      LocalPool.down(
          folder,
          name -> {
            stopped.add(name);
            if (!json) {
              out.println("stopped " + name);
            }
          });
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, dir + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED.number();
    }
    if (json) {
      out.println(Json.line(new Stopped(folder.root().toString(), stopped)));
    } else if (stopped.isEmpty()) {
      out.println("nothing was running in " + dir);
    }
    return ExitCode.DONE.number();
  }
}
