package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.cloud.MachinesHere;
import io.windhover.host.FolderFailure;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Is a cloud on this machine; commands that rent there start it by themselves. */
@Command(
    name = "serve",
    hidden = true,
    description = "Is the cloud of a file with source local, until nobody needs it any more.")
public final class CloudServe implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CloudChoice choice;

  @Override
  public Integer call() throws InterruptedException {
    CloudFile cloud = choice.read();
    if (!cloud.source().equals(CloudFile.LOCAL)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "source %s is not on this machine".formatted(cloud.source()));
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      MachinesHere.serve(
          cloud,
          line -> {
            out.println(line);
            out.flush();
          });
    } catch (FolderFailure e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, cloud.local().dir() + ": " + OutputFile.why(e), e);
    }
    return ExitCode.DONE.number();
  }
}
