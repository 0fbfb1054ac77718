package io.windhover.app;

import io.windhover.app.command.Backup;
import io.windhover.app.command.Cancel;
import io.windhover.app.command.CloudCommand;
import io.windhover.app.command.Completion;
import io.windhover.app.command.CostsCommand;
import io.windhover.app.command.Drain;
import io.windhover.app.command.Explain;
import io.windhover.app.command.Generate;
import io.windhover.app.command.Jobs;
import io.windhover.app.command.Logs;
import io.windhover.app.command.MachinesCommand;
import io.windhover.app.command.ManagerCommand;
import io.windhover.app.command.Place;
import io.windhover.app.command.Plan;
import io.windhover.app.command.Pool;
import io.windhover.app.command.Replay;
import io.windhover.app.command.Reproduce;
import io.windhover.app.command.Retry;
import io.windhover.app.command.RunCommand;
import io.windhover.app.command.SchemaCommand;
import io.windhover.app.command.Simulate;
import io.windhover.app.command.Status;
import io.windhover.app.command.Submit;
import io.windhover.app.command.Tasks;
import io.windhover.app.command.TokenCommand;
import io.windhover.app.command.Validate;
import io.windhover.app.command.Watch;
import io.windhover.app.command.Worker;
import io.windhover.app.command.WorkerJarCommand;
import io.windhover.app.command.Workers;
import io.windhover.app.state.StoreFailures;
import io.windhover.host.BadSecret;
import io.windhover.manager.UnreadableJournal;
import io.windhover.store.StoreException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. Each command is a class in {@code io.windhover.app.command}. */
@Command(
    name = "windhover",
    description = "Finishes batches of work by their deadline, for the least money.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Main implements Runnable {
  private static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          Submit.class,
          Status.class,
          Jobs.class,
          Watch.class,
          Tasks.class,
          Logs.class,
          Explain.class,
          Cancel.class,
          Retry.class,
          Workers.class,
          Drain.class,
          MachinesCommand.class,
          CostsCommand.class,
          CloudCommand.class,
          TokenCommand.class,
          Validate.class,
          SchemaCommand.class,
          Plan.class,
          Simulate.class,
          Generate.class,
          Replay.class,
          Backup.class,
          Place.class,
          Pool.class,
          ManagerCommand.class,
          Worker.class,
          WorkerJarCommand.class,
          Reproduce.class,
          Completion.class);

  @Spec private CommandSpec spec;

  Main() {}

  public static void main(String[] args) {
    // Numbers in reports and journals read the same everywhere.
    Locale.setDefault(Locale.ROOT);
    StandardOutput output = StandardOutput.take();
    boolean debug = "1".equals(System.getenv("WINDHOVER_DEBUG"));
    int exit = run(commandLine(args), new InternalErrors(debug), args);
    System.out.flush();
    Optional<String> lost = output.lost();
    lost.ifPresent(why -> System.err.println("windhover: standard output: " + why));
    System.err.flush();
    boolean unnoticed = lost.isPresent() && exit == ExitCode.DONE.number();
    System.exit(unnoticed ? ExitCode.IMPOSSIBLE.number() : exit);
  }

  /** With all commands, or only with the one asked for by name: start-up is spent on each. */
  static CommandLine commandLine(String... args) {
    var line = new CommandLine(new Main());
    Optional<Class<?>> asked =
        COMMANDS.stream()
            .filter(type -> args.length > 0 && isNamed(type, args[0]))
            .filter(type -> !type.equals(Completion.class)) // It tells about all the others.
            .findFirst();
    asked.<List<Class<?>>>map(List::of).orElse(COMMANDS).forEach(line::addSubcommand);
    return line.setHelpFactory(HelpPage::new);
  }

  private static boolean isNamed(Class<?> type, String name) {
    Command command = type.getAnnotation(Command.class);
    return command != null && command.name().equals(name);
  }

  /** Runs one command and answers its exit code; what goes wrong becomes one line. */
  static int run(CommandLine commandLine, InternalErrors internalErrors, String... args) {
    commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Main::explainUsage)
        .setExecutionExceptionHandler(
            (error, command, parsed) -> explain(error, command, internalErrors));
    Optional<String> folder = FileNames.complaintOfFolder();
    if (folder.isPresent()) {
      commandLine.getErr().println("windhover: " + folder.get());
      return ExitCode.BAD_INPUT.number();
    }
    try {
      return commandLine.execute(args);
    } catch (Throwable error) { // Errors pass picocli by; they too end in one line
      internalErrors.report(error, commandLine.getErr());
      return ExitCode.INTERNAL_ERROR.number();
    }
  }

  private static int explainUsage(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    String hint = command.getCommandSpec().qualifiedName() + " --help";
    Optional<String> fileName = FileNames.complaint(error, args);
    command
        .getErr()
        .println("windhover: " + fileName.orElseGet(() -> problem(error) + "; see " + hint));
    return ExitCode.BAD_INPUT.number();
  }

  private static String problem(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)) {
      return UsageWords.plain(String.valueOf(error.getMessage()));
    }
    String what = unmatched.isUnknownOption() ? "unknown option " : "unknown argument ";
    List<String> suggestions = unmatched.getSuggestions();
    return what
        + unmatched.getUnmatched().get(0)
        + (suggestions.isEmpty() ? "" : " (did you mean " + suggestions.get(0) + "?)");
  }

  private static int explain(Exception error, CommandLine command, InternalErrors internalErrors) {
    if (error instanceof CommandFailure failure) {
      command.getErr().println("windhover: " + failure.getMessage());
      return failure.exitCode().number();
    }
    if (error instanceof BadSecret secret) {
      command.getErr().println("windhover: " + secret.getMessage());
      return ExitCode.BAD_INPUT.number();
    }
    if (error instanceof StoreException medium) {
      return explain(StoreFailures.failure(medium), command, internalErrors);
    }
    if (error instanceof UnreadableJournal unreadable) {
      command.getErr().println("windhover: " + unreadable.getMessage());
      return ExitCode.BAD_INPUT.number();
    }
    Optional<String> fileName = FileNames.complaint(error);
    if (fileName.isPresent()) {
      command.getErr().println("windhover: " + fileName.get());
      return ExitCode.BAD_INPUT.number();
    }
    internalErrors.report(error, command.getErr());
    return ExitCode.INTERNAL_ERROR.number();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }
}
