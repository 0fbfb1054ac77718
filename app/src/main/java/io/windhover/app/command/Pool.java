package io.windhover.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A pool on this machine. */
@Command(
    name = "pool",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    subcommands = {PoolUp.class, PoolDown.class},
    description = "Starts and stops a whole pool on this machine: a manager and workers.")
public final class Pool implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected up or down");
  }
}
