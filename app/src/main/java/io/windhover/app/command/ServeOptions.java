package io.windhover.app.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the placement service. */
final class ServeOptions {
  @Option(
      names = "--serve",
      required = true,
      paramLabel = "PORT",
      description = "Serve HTTP on this port; 0 takes a free one and says which.")
  int port;

  @Option(
      names = "--dir",
      required = true,
      paramLabel = "DIR",
      description = "The folder for hosts and reservations; made when missing.")
  Path folder = Path.of("");

  @Option(
      names = "--token-file",
      paramLabel = "F",
      description =
          "Require the token in this file, whose mode must be 0600, as Authorization: Bearer.")
  @Nullable Path tokenFile;

  @Option(
      names = "--bind",
      paramLabel = "ADDR",
      defaultValue = "127.0.0.1",
      description =
          "The address to listen on. Default: 127.0.0.1; any other but loopback needs a token.")
  String address = "127.0.0.1";

  @Option(
      names = "--reserve-seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long room is held when a request does not say. Default: 60.")
  int reserveSeconds;

  @Option(
      names = "--billing-period-seconds",
      paramLabel = "N",
      defaultValue = "3600",
      description = "Length of a billing period. Default: 3600.")
  int billingPeriodSeconds;
}
