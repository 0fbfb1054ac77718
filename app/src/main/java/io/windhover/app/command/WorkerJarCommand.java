package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.port.WorkerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes down the worker's own program. */
@Command(
    name = "worker-jar",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Writes the worker's own program to a file and prints its SHA-256: all that a machine needs"
          + " besides Java to work for a manager with a port of its own. Such a manager hands the"
          + " same file out at /worker.jar.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover worker-jar",
      "  windhover worker-jar --out /srv/www/windhover-worker.jar",
      "  java -jar windhover-worker.jar --help"
    })
public final class WorkerJarCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = WorkerJar.NAME,
      description = "Where it goes; ${DEFAULT-VALUE} by default. A file that is there is replaced.")
  private Path out;

  @Override
  public Integer call() {
    WorkerJar jar = WorkerJar.ofThisProgram();
    Path draft = out.resolveSibling(out.getFileName() + ".new");
    try {
      Files.write(draft, jar.bytes());
      Files.move(draft, out, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, "--out: " + out + ": " + e, e);
    }
    command.commandLine().getOut().printf("%s  %s%n", jar.sha256(), out);
    return ExitCode.DONE.number();
  }
}
