package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.cloud.CloudMarks;
import io.windhover.app.cloud.SourceMaker;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.words.Counted;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says whether machines could be rented by a cloud file; rents none. */
@Command(
    name = "check",
    sortOptions = false,
    description = {
      "Says what the source of a cloud can do here and whether a manager would be found at its"
          + " address, as far as that can be told from this machine. Nothing is rented."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover cloud check examples/clouds/local.yaml",
      "",
      "Exit codes: 0 machines could be rented; 2 bad input, also of a hook; 3 they could not."
    })
public final class CloudCheck implements Callable<Integer> {
  private static final int DIAL_MILLIS_MAX = 5_000;

  @Spec private CommandSpec spec;
  @Mixin private CloudChoice choice;

  private record Shown(
      String cloud, String source, String how, int offers, String manager, boolean reachable) {}

  @Override
  public Integer call() {
    CloudFile cloud = choice.read();
    CloudFile.ManagerPlace manager = cloud.manager();
    Shown shown;
    try (SourceMaker.Opened opened =
        CloudChoice.maker(cloud).open(cloud, SourceMaker.Use.looking(CloudMarks.ANY))) {
      shown =
          new Shown(
              cloud.name(),
              cloud.source(),
              opened.text(),
              opened.source().offers().size(),
              manager.dialled(),
              isReachable(manager));
    } catch (SourceFailure e) {
      throw CloudChoice.failure(cloud, e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (choice.json) {
      out.println(Json.line(shown));
    } else {
      out.printf(
          "cloud %s, source %s: %s; %s%n",
          shown.cloud(), shown.source(), shown.how(), Counted.of(shown.offers(), "offer"));
      out.println(
          shown.reachable()
              ? "manager: found at %s from here".formatted(shown.manager())
              : "manager: %s does not lead to %s:%d on this machine"
                  .formatted(shown.manager(), manager.host(), manager.port()));
    }
    out.flush();
    return (shown.reachable() ? ExitCode.DONE : ExitCode.IMPOSSIBLE).number();
  }

  /** Listens where a manager would and dials as a machine would. */
  private static boolean isReachable(CloudFile.ManagerPlace manager) {
    try (var door = new ServerSocket(manager.port(), 1, InetAddress.getByName(manager.host()));
        var socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(manager.dialled(), door.getLocalPort()), DIAL_MILLIS_MAX);
      try (Socket dialled = door.accept()) {
        return dialled.getPort() == socket.getLocalPort();
      }
    } catch (IOException e) {
      return false;
    }
  }
}
