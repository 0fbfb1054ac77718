package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.local.LocalRun;
import io.windhover.app.local.RunOutcome;
import io.windhover.app.local.RunSettings;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.app.terminal.ProgressDisplay;
import io.windhover.app.terminal.ShellText;
import io.windhover.app.terminal.Terminal;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.host.OwnTerminal;
import io.windhover.host.ThisMachine;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFile;
import io.windhover.workload.Problem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a job on this machine, or on machines that are rented for it. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a job on this machine, or on machines that are rented for it, and waits for it.",
      "",
      "Progress goes to stderr; stdout stays empty but for --json. The outputs of every attempt"
          + " are kept in files below the state folder. Ctrl-C ends what runs and says how to go"
          + " on; what was done stays done.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover run sweep.yaml                    as many tasks at once as there are processors",
      "  windhover run sweep.yaml --resume           goes on after Ctrl-C, a crash or a power cut",
      "  windhover run sweep.yaml --resume --yes     after an edit: what has not succeeded runs in"
          + " its new form",
      "  windhover run sweep.yaml --keep-going --json > result.json",
      "  windhover run train.yaml --offer gpu --workers 4",
      "  windhover run storm.yaml --cloud local.yaml   on machines that are rented",
      "  seq 1 100 | sed 's/^/.\\/simulate --seed /' | windhover run --lines -",
      "",
      "Exit codes: 0 done; 1 a task failed, or the job was cancelled; 2 bad input; 3 cannot be"
          + " done here (the reason is said), or the state folder's disk failed; 4 done, but after"
          + " the deadline; 6 the state folder is in use; 130 interrupted."
    })
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private JobInput input;

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "N",
      description = "how many tasks of one core run at once (default: the processors here)")
  private @Nullable Integer workers;

  @Option(
      names = "--cloud",
      paramLabel = "CLOUD.yaml",
      description = "rent machines by this cloud file instead of using this one")
  private @Nullable Path cloud;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "the state folder (default: .windhover/NAME beside the job file)")
  private @Nullable Path folder;

  @Option(
      names = "--resume",
      description = "go on with a run that was interrupted, or whose job file was edited since")
  private boolean resume;

  @Option(
      names = "--yes",
      description = "with --resume: go on in the new form after an edit without being asked")
  private boolean yes;

  @Option(
      names = "--offer",
      paramLabel = "LABEL",
      split = ",",
      description = "something this machine has that tasks may require; may be repeated")
  private List<String> offers = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description =
          "which policy decides (default: the job file's, or match; with --cloud hads, or workflow"
              + " where tasks wait for others)")
  private @Nullable String policy;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "between asking a task to end and killing it (default: 5s)")
  private String grace;

  @Option(names = "--json", description = "print one JSON object with the outcome on stdout")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "say nothing but what goes wrong")
  private boolean quiet;

  @Override
  public Integer call() {
    RunSettings settings = settings();
    PrintWriter err = command.commandLine().getErr();
    var display = new ProgressDisplay(err, Terminal.ofStderr(System::getenv));
    var console = new RunConsole(display, quiet, yes);
    boolean terminal = OwnTerminal.controlsUs();
    var run =
        cloud == null
            ? new LocalRun(settings, terminal, console)
            : new LocalRun(settings, CloudOption.site(cloud), terminal, console);
    RunOutcome outcome = run.run();
    tell(outcome, settings, err);
    return outcome.exitCode().number();
  }

  private void tell(RunOutcome outcome, RunSettings settings, PrintWriter err) {
    outcome.problem().ifPresent(problem -> err.println("windhover: " + problem));
    var summary =
        new RunSummary(outcome, program(), settings.resumeCommand(), Optional.ofNullable(cloud));
    if (!quiet) {
      summary.lines().forEach(err::println);
    }
    if (!quiet || outcome.exitCode() == ExitCode.INTERRUPTED) {
      summary.next().forEach(err::println);
    }
    err.flush();
    if (json) {
      PrintWriter out = command.commandLine().getOut();
      out.println(RunJson.of(outcome));
      out.flush();
    }
  }

  private RunSettings settings() {
    checkYes();
    checkCloud();
    int cores = workers();
    checkOffers();
    long graceMillis = graceMillis();
    JobFile read = input.read(command);
    JobFile job = resume && folder == null ? input.resumed(read) : read;
    if (!job.runnable()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          input.file + ": has tasks without a command; it can be simulated or planned, not run");
    }
    if (!quiet) {
      job.notes().forEach(note -> command.commandLine().getErr().println("note: " + note));
    }
    return new RunSettings(
        job.spec(),
        input.places(job),
        policy(job),
        stateFolder(job.spec()),
        cores,
        offers,
        resume,
        input.saysKeepGoing(),
        graceMillis,
        ShellText.command(words()),
        resumeCommand(),
        input.fromStandardInput() ? List.of() : resumeWords().subList(1, resumeWords().size()));
  }

  /** The one asked for here, else the job file's; settings belong to the policy they stand at. */
  private RecordedPolicy policy(JobFile job) {
    if (policy == null) {
      for (Problem problem : Validate.problems(String.valueOf(input.file), job.policy())) {
        throw new CommandFailure(ExitCode.BAD_INPUT, problem.toString());
      }
    }
    RecordedPolicy usual = cloud == null ? RecordedPolicy.usual() : CloudOption.usual(job.spec());
    String stated = job.policy().stated() ? job.policy().name() : usual.name();
    String chosen = policy == null ? stated : policy;
    var settings = new TreeMap<String, String>();
    if (chosen.equals(stated)) {
      settings.putAll(job.policy().settings());
    }
    return new RecordedPolicy(chosen, settings, usual.machines());
  }

  private Path stateFolder(JobSpec spec) {
    return folder != null
        ? folder.toAbsolutePath().normalize()
        : Path.of(spec.folder(), ".windhover", spec.name());
  }

  /** To agree to an edit where none is asked about is a slip: --resume was forgotten. */
  private void checkYes() {
    if (yes && !resume) {
      throw new ParameterException(
          command.commandLine(), "--yes goes with --resume, which asks about an edit");
    }
  }

  private void checkCloud() {
    if (cloud != null && (workers != null || !offers.isEmpty())) {
      throw new ParameterException(
          command.commandLine(),
          (workers != null ? "--workers" : "--offer")
              + " is about this machine; with --cloud the cloud file says what machines there are");
    }
  }

  private int workers() {
    if (workers == null) {
      return ThisMachine.processors();
    }
    if (workers < 1) {
      throw new ParameterException(
          command.commandLine(), "--workers: expected 1 or more, not " + workers);
    }
    return workers;
  }

  private void checkOffers() {
    for (String label : offers) {
      if (!JobRules.isLabel(label)) {
        throw new ParameterException(
            command.commandLine(),
            "--offer: '" + label + "' is not a label; " + JobRules.LABEL_EXPECTED);
      }
    }
  }

  private long graceMillis() {
    if (grace.matches("0(ms|s|m)?")) {
      return 0;
    }
    try {
      return Durations.parseMillis(grace);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--grace: " + e.getMessage(), e);
    }
  }

  /** How this process was called, word by word. */
  private List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(program());
    words.addAll(command.root().commandLine().getParseResult().originalArgs());
    return words;
  }

  /** Consent to one edit is none to the next. */
  private List<String> resumeWords() {
    List<String> words = words();
    words.remove("--yes");
    if (!words.contains("--resume")) {
      words.add("--resume");
    }
    return words;
  }

  private String resumeCommand() {
    String line = ShellText.command(resumeWords());
    return input.fromStandardInput() ? line + "  (with the same lines on its stdin)" : line;
  }

  /** What this program was called by. */
  static String program() {
    return System.getProperty("windhover.program", "windhover");
  }
}
