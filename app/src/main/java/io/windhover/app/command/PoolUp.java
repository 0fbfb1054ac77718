package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.pool.local.LocalPool;
import io.windhover.app.pool.local.PoolFolder;
import io.windhover.host.Interrupts;
import io.windhover.workload.Shown;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerFailure;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts a pool on this machine, or what is missing of it. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Starts an XMPP server, a manager and workers on this machine, reachable from nowhere else."
          + " Run again on the same folder it starts what is not running and keeps all jobs and"
          + " results, and what you have written into the files of settings there.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover pool up                       stays until Ctrl-C, which stops all of it",
      "  windhover pool up --detach --workers 4",
      "  windhover submit job.yaml --config .windhover/pool/config.yaml",
      "",
      "The workers share the machine's cores between them, so that all together run as many tasks"
          + " at once as there are cores. Two of them show a pool in which one may be lost.",
      "Exit codes: 0 all is up, or was ended; 2 bad input; 3 the server is not installed (what to"
          + " install is said); 6 a part does not start, or somebody else is starting it."
    })
public final class PoolUp implements Callable<Integer> {
  private static final int WORKERS_USUAL = 2;
  private static final int WORKERS_MAX = 10_000;
  private static final long LOOK_MILLIS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "NAME",
      description = "prosody or ejabberd. Default: the pool's own, else one that is installed.")
  private @Nullable String server;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many. Default: as many as last time, else " + WORKERS_USUAL + ".")
  private @Nullable Integer workers;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".windhover/pool",
      description = "Where all of it lives. Default: .windhover/pool.")
  private Path dir = Path.of(".windhover/pool");

  @Option(names = "--json", description = "Print where the pool is as JSON, for programs.")
  private boolean json;

  @Option(names = "--detach", description = "Return when all is up, and leave it running.")
  private boolean detach;

  @Override
  @SuppressWarnings("try") // signals are listened to all the while
  public Integer call() throws IOException {
    if (workers != null && (workers < 0 || workers > WORKERS_MAX)) {
      throw new ParameterException(
          spec.commandLine(), "--workers " + workers + ": expected 0 to " + WORKERS_MAX);
    }
    var folder = new PoolFolder(dir);
    ServerKind kind = kind(folder);
    if (detach) {
      return detached(folder, kind);
    }
    Thread waiting = Thread.currentThread();
    try (var interrupts = new Interrupts(count -> waiting.interrupt())) {
      return attended(folder, kind);
    }
  }

  private ServerKind kind(PoolFolder folder) {
    Optional<ServerKind> own = PrivateServer.kindOf(folder.server());
    ServerKind kind = own.orElseGet(PoolUp::usualKind);
    if (server != null) {
      String asked = server;
      kind =
          ServerKind.parse(asked)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "--server " + asked + ": expected prosody or ejabberd"));
      if (own.isPresent() && own.get() != kind) {
        throw new ParameterException(
            spec.commandLine(),
            "--server %s: the pool in %s has %s; use another --dir"
                .formatted(asked, dir, own.get().packageName()));
      }
    }
    if (!kind.installed()) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, kind.missing());
    }
    return kind;
  }

  private static ServerKind usualKind() {
    return !ServerKind.PROSODY.installed() && ServerKind.EJABBERD.installed()
        ? ServerKind.EJABBERD
        : ServerKind.PROSODY;
  }

  private int detached(PoolFolder folder, ServerKind kind) throws IOException {
    try {
      show(up(folder, kind), "");
      return ExitCode.DONE.number();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED.number();
    }
  }

  private int attended(PoolFolder folder, ServerKind kind) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      LocalPool pool = up(folder, kind);
      show(pool, "; Ctrl-C stops all of it");
      watch(pool);
    } catch (InterruptedException e) {
      err.println("stopping");
    }
    return stop(folder).number();
  }

  private ExitCode stop(PoolFolder folder) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      LocalPool.down(folder, name -> err.println("stopped " + name));
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      err.println("not all has stopped; windhover pool down --dir " + dir + " goes on");
      return ExitCode.INTERRUPTED;
    }
  }

  private LocalPool up(PoolFolder folder, ServerKind kind)
      throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    make(folder);
    try {
      int count = workers != null ? workers : LocalPool.workersAsked(folder).orElse(WORKERS_USUAL);
      return LocalPool.up(folder, kind, count, err::println);
    } catch (ServerFailure e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    } catch (IOException | UncheckedIOException e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, dir + ": " + e.getMessage(), e);
    }
  }

  private void make(PoolFolder folder) {
    try {
      folder.make();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--dir: %s cannot be made: %s".formatted(Shown.oneLine(dir.toString()), why(e)),
          e);
    }
  }

  private static String why(IOException e) {
    return e instanceof FileAlreadyExistsException
        ? "there is a file of this name"
        : OutputFile.why(e);
  }

  private void show(LocalPool pool, String hint) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(pool.description()));
    } else {
      pool.present().forEach((name, pid) -> out.println(name + " is up, process " + pid));
      out.println("use it with --config " + pool.userSettings() + hint);
    }
    out.flush();
  }

  /** Says who goes and who comes back, until interrupted or nobody is left. */
  private void watch(LocalPool pool) throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Map<String, Long> before = pool.present();
    while (!before.isEmpty()) {
      Thread.sleep(LOOK_MILLIS);
      Map<String, Long> now = pool.present();
      for (String name : pool.parts()) {
        Long pid = now.get(name);
        if (pid == null && before.containsKey(name)) {
          err.println(name + " is gone; windhover pool up --dir " + dir + " starts it again");
        } else if (pid != null && !pid.equals(before.get(name))) {
          err.println(name + " is up, process " + pid);
        }
      }
      before = now;
    }
  }
}
