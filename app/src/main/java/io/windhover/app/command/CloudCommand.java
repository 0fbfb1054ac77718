package io.windhover.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Looks after a cloud that machines are rented from. */
@Command(
    name = "cloud",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    subcommands = {CloudCheck.class, CloudOffers.class, CloudSweep.class, CloudServe.class},
    description = {
      "Looks after a cloud that machines are rented from, by its cloud file.",
      "windhover run JOB --cloud CLOUD.yaml rents there; windhover machines and windhover costs say"
          + " what a run has rented."
    })
public final class CloudCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected check, offers or sweep");
  }
}
