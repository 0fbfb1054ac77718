package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.pool.local.LocalPool;
import io.windhover.app.pool.local.PoolFolder;
import io.windhover.app.pool.local.WireKind;
import io.windhover.host.Interrupts;
import io.windhover.http.tls.BadIdentity;
import io.windhover.workload.Shown;
import io.windhover.xmpp.server.ServerFailure;
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
      "Starts a manager and workers on this machine, reachable from nowhere else; that needs"
          + " nothing but Java. With --server prosody or ejabberd they meet at an XMPP server,"
          + " which must be installed, and chat programs can be used with the pool. Run again on"
          + " the same folder it starts what is not running and keeps all jobs and results, and"
          + " what you have written into the files of settings there.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover pool up                       stays until Ctrl-C, which stops all of it",
      "  windhover pool up --detach --workers 4",
      "  windhover submit job.yaml --config .windhover/pool/config.yaml",
      "  windhover pool up --server prosody --dir chat",
      "",
      "The workers share the machine's cores between them, so that all together run as many tasks"
          + " at once as there are cores. Two of them show a pool in which one may be lost.",
      "Exit codes: 0 all is up, or was ended; 2 bad input; 3 the server that was asked for is not"
          + " installed (what to install is said); 6 a part does not start, or somebody else is"
          + " starting it."
    })
public final class PoolUp implements Callable<Integer> {
  private static final int WORKERS_USUAL = 2;
  private static final int WORKERS_MAX = 10_000;
  private static final long LOOK_MILLIS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "NAME",
      description =
          "How its parts meet: port, at the manager's own port, or prosody or ejabberd, at an XMPP"
              + " server. Default: the pool's own, else port.")
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
    WireKind kind = kind(folder);
    Thread waiting = Thread.currentThread();
    // Once: who signals a process and its group (timeout) signals it twice, and the second must not
    // interrupt the stopping.
    try (var interrupts =
        new Interrupts(
            count -> {
              if (count == 1) {
                waiting.interrupt();
              }
            })) {
      return detach ? detached(folder, kind) : attended(folder, kind);
    }
  }

  private WireKind kind(PoolFolder folder) {
    Optional<WireKind> own = WireKind.of(folder);
    WireKind kind = own.orElse(WireKind.PORT);
    if (server != null) {
      String asked = server;
      kind =
          WireKind.parse(asked)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "--server " + asked + ": expected port, prosody or ejabberd"));
      if (own.isPresent() && own.get() != kind) {
        throw new ParameterException(
            spec.commandLine(),
            "--server %s: the pool in %s %s; use another --dir"
                .formatted(asked, dir, own.get().told()));
      }
    }
    Optional<String> missing = kind.missing();
    if (missing.isPresent()) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, missing.get());
    }
    return kind;
  }

  private int detached(PoolFolder folder, WireKind kind) throws IOException {
    try {
      show(up(folder, kind));
      return ExitCode.DONE.number();
    } catch (InterruptedException e) {
      spec.commandLine().getErr().println("interrupted; what was started has been stopped");
      return ExitCode.INTERRUPTED.number();
    }
  }

  private int attended(PoolFolder folder, WireKind kind) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      LocalPool pool = up(folder, kind);
      show(pool);
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

  private LocalPool up(PoolFolder folder, WireKind kind) throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    make(folder);
    try {
      int count = workers != null ? workers : LocalPool.workersAsked(folder).orElse(WORKERS_USUAL);
      return LocalPool.up(folder, kind, count, err::println);
    } catch (IOException | RuntimeException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw failure(e);
    }
  }

  private RuntimeException failure(Exception e) {
    if (e instanceof ServerFailure) {
      return new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    } else if (e instanceof BadIdentity) {
      return new CommandFailure(ExitCode.BAD_INPUT, dir + ": " + e.getMessage(), e);
    } else if (e instanceof IOException || e instanceof UncheckedIOException) {
      return new CommandFailure(ExitCode.UNAVAILABLE, dir + ": " + e.getMessage(), e);
    }
    return e instanceof RuntimeException ours ? ours : new IllegalStateException(e);
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

  private void show(LocalPool pool) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(pool.description()));
    } else {
      new PoolGreeting(pool, dir).print(out, !detach);
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
