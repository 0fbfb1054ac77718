package io.windhover.app.command;

import io.windhover.app.ExitCode;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a shell needs to complete our commands. */
@Command(
    name = "completion",
    description = {
      "Prints what a shell needs to complete commands and options with the tab key.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  source <(windhover completion bash)      in this shell; in ~/.bashrc for all",
      "  windhover completion bash \\",
      "    > ~/.local/share/bash-completion/completions/windhover",
      "  source <(windhover completion zsh)       in ~/.zshrc"
    })
public final class Completion implements Callable<Integer> {
  /** The shells there is something for. */
  private enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec;

  /** As people write them. */
  private static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Shell.values())
          .map(shell -> shell.name().toLowerCase(Locale.ROOT))
          .iterator();
    }
  }

  @Parameters(paramLabel = "SHELL", description = "bash or zsh", completionCandidates = Words.class)
  private Shell shell;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println("# For " + shell.name().toLowerCase(Locale.ROOT) + ", by windhover completion.");
    // One script does for both: under zsh it loads what zsh has for scripts of bash.
    out.print(AutoComplete.bash("windhover", spec.root().commandLine()));
    out.flush();
    return ExitCode.DONE.number();
  }
}
