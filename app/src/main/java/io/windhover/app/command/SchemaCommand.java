package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.words.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what the JSON of a command looks like, for programs that read it. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the JSON Schema of what a command prints with --json; without a name, their names.",
      "Schemas of the files that are read are printed by windhover validate --schema."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover schema                          the commands there are schemas for",
      "  windhover schema run > run.schema.json",
      "  windhover schema pool-up                  of windhover pool up"
    })
public final class SchemaCommand implements Callable<Integer> {
  /** Every command with --json; those of two words with a hyphen. */
  static final List<String> OUTPUTS =
      List.of(
          "run",
          "submit",
          "status",
          "watch",
          "jobs",
          "tasks",
          "logs",
          "explain",
          "cancel",
          "retry",
          "workers",
          "drain",
          "machines",
          "costs",
          "cloud-check",
          "cloud-offers",
          "cloud-sweep",
          "validate",
          "plan",
          "simulate",
          "replay",
          "backup",
          "place",
          "pool-up",
          "pool-down",
          "reproduce");

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "COMMAND",
      description = "Whose output: run, status, simulate …")
  private @Nullable String output;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (output == null) {
      OUTPUTS.forEach(out::println);
    } else {
      out.print(text(output));
    }
    out.flush();
    return ExitCode.DONE.number();
  }

  /** The schema of a command's output. */
  static String text(String output) throws IOException {
    if (!OUTPUTS.contains(output)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "no command \"%s\" prints JSON; %s".formatted(output, Nearest.hint(output, OUTPUTS)));
    }
    // Every line of watch is what status prints.
    String name = (output.equals("watch") ? "status" : output) + ".schema.json";
    try (InputStream in = CommandFailure.class.getResourceAsStream("json/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
