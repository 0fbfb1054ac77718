package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.cloud.Sweep;
import io.windhover.app.terminal.ShellText;
import io.windhover.app.terminal.Terminal;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.words.Counted;
import io.windhover.store.StateFolder;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Ends everything that runs have rented from a cloud. */
@Command(
    name = "sweep",
    sortOptions = false,
    description = {
      "Ends every machine that runs with this cloud file have rented and not given back, after"
          + " asking. What others have rented there is left alone.",
      "A run that still goes on rents others in their place: stop it first."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover cloud sweep examples/clouds/local.yaml",
      "  windhover cloud sweep examples/clouds/local.yaml --yes",
      "",
      "Exit codes: 0 nothing is left; 2 bad input, or nobody agreed; 3 the source does not answer,"
          + " or something is left."
    })
public final class CloudSweep implements Callable<Integer> {
  private static final long ENDING_MILLIS_MAX = 120_000;

  @Spec private CommandSpec spec;
  @Mixin private CloudChoice choice;

  @Option(names = "--yes", description = "End them without being asked.")
  private boolean yes;

  private record Shown(List<String> ended, List<String> left) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    CloudFile cloud = choice.read();
    try (var sweep = new Sweep(cloud, CloudChoice.maker(cloud))) {
      List<Sweep.Found> found = sweep.found();
      if (!found.isEmpty()) {
        agree(found);
      }
      List<Sweep.Found> left = found.isEmpty() ? found : sweep.end(found, ENDING_MILLIS_MAX);
      tell(found, left);
      return (left.isEmpty() ? ExitCode.DONE : ExitCode.IMPOSSIBLE).number();
    } catch (SourceFailure e) {
      throw CloudChoice.failure(cloud, e);
    }
  }

  private void agree(List<Sweep.Found> found) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    for (Sweep.Found machine : found) {
      err.printf(
          "%s, %s, rented by %s%s%n",
          machine.lease(),
          machine.state().name().toLowerCase(Locale.ROOT),
          ShellText.path(machine.run()),
          isWorkedOn(machine) ? ", which still goes on" : "");
    }
    if (yes) {
      return;
    }
    if (Terminal.canAsk()) {
      err.printf("end %s? [y/N]%n", Counted.of(found.size(), "machine"));
      err.flush();
      if (RunConsole.answer().strip().toLowerCase(Locale.ROOT).matches("y|yes")) {
        return;
      }
    }
    throw new CommandFailure(
        ExitCode.BAD_INPUT, "nothing was ended; add --yes to end them without being asked");
  }

  private static boolean isWorkedOn(Sweep.Found machine) {
    return Files.isDirectory(machine.run()) && StateFolder.holder(machine.run()).isPresent();
  }

  private void tell(List<Sweep.Found> found, List<Sweep.Found> left) {
    PrintWriter out = spec.commandLine().getOut();
    List<String> leftLeases = left.stream().map(Sweep.Found::lease).toList();
    List<String> ended =
        found.stream().map(Sweep.Found::lease).filter(l -> !leftLeases.contains(l)).toList();
    if (choice.json) {
      out.println(Json.line(new Shown(ended, leftLeases)));
    } else if (found.isEmpty()) {
      out.println("nothing of yours is rented there");
    } else {
      out.println("ended " + Counted.of(ended.size(), "machine"));
      leftLeases.forEach(lease -> out.println("still there: " + lease));
    }
    out.flush();
  }
}
