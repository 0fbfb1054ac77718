package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.remote.RemotePool;
import io.windhover.core.model.JobSpec;
import io.windhover.workload.JobFile;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Hands a job to a pool. */
@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Hands a job to a pool and prints its number, once the manager has it on disk.",
      "Nobody needs to wait for it: see windhover status, watch, logs, cancel, retry.",
      "",
      "Job files are those of windhover run: YAML or JSON, scripts with #SBATCH lines, Kestrel's"
          + " INI files, lists of commands (--lines). Every task needs a command, so workflows of"
          + " WfCommons and Pegasus are refused: they are for plan and simulate. Commands run in"
          + " the same folder if the worker has it, else in an empty one.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover submit sweep.yaml                  to the pool that the settings call default",
      "  windhover submit --pool lab sweep.yaml",
      "  job=$(windhover submit -q array.sbatch) && windhover watch --pool lab $job",
      "  windhover pool up --detach",
      "  windhover submit --config .windhover/pool/config.yaml sweep.yaml",
      "",
      "Exit codes: 0 accepted; 2 bad input; 3 the manager says it cannot be done; 6 the manager is"
          + " not reached."
    })
public final class Submit implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private JobInput input;
  @Mixin private PoolOptions pool;

  @Option(names = "--json", description = "print one JSON object on stdout")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "print nothing but the job's number")
  private boolean quiet;

  private record Shown(int job, String name, int tasks, String pool) {}

  @Override
  public Integer call() throws InterruptedException {
    JobFile file = input.read(command);
    JobSpec spec = file.spec();
    if (!file.runnable()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          spec.name() + ": has tasks without a command; it can be simulated or planned, not run");
    }
    if (!quiet) {
      tellWhatIsNotUsed(file);
    }
    try (RemotePool remote = pool.open()) {
      int id = remote.submit(spec);
      tell(new Shown(id, spec.name(), spec.taskCount(), remote.name()));
    }
    return ExitCode.DONE.number();
  }

  private void tellWhatIsNotUsed(JobFile file) {
    PrintWriter err = command.commandLine().getErr();
    file.notes().forEach(note -> err.println("note: " + note));
    if (file.policy().stated()) {
      err.println("windhover: the pool's own policy decides; the job file's is not used");
    }
  }

  private void tell(Shown shown) {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(shown));
    } else if (quiet) {
      out.println(shown.job());
    } else {
      out.printf(
          "%s (job %d): %s in pool %s%n",
          shown.name(), shown.job(), Words.tasks(shown.tasks()), shown.pool());
    }
  }
}
