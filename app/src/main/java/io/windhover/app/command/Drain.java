package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.remote.RemotePool;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Empties workers of a pool, for administrators. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Gives workers of a pool nothing new; what they run goes on to its end. It holds until"
          + " --undrain, also when the worker or the manager is started again. For administrators"
          + " (admins: in the manager's settings).",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover drain worker-3@example.org --pool lab      the account's workers",
      "  windhover drain worker-3@example.org/vm7             this one",
      "  windhover drain worker-3 --undrain                   give to it again",
      "  windhover workers                                    draining, then drained"
    })
public final class Drain implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private PoolOptions pool;

  @Parameters(
      index = "0",
      paramLabel = "WORKER",
      description = "An address, an account, or an account without its domain.")
  private String worker;

  @Option(names = "--undrain", description = "Give to it again.")
  private boolean undrain;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  private record ShownDrain(String pool, String worker, boolean drained, List<String> changed) {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (RemotePool remote = pool.open()) {
      List<String> changed = remote.drain(worker, !undrain);
      if (json) {
        out.println(Json.line(new ShownDrain(remote.name(), worker, !undrain, changed)));
      } else if (changed.isEmpty()) {
        out.println(worker + (undrain ? ": nobody to give to again" : " was drained already"));
      } else {
        String what = undrain ? " is given work again" : " is given nothing new";
        changed.forEach(name -> out.println(name + what));
      }
    }
    return ExitCode.DONE.number();
  }
}
