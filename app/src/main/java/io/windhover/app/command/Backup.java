package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.pool.PoolKey;
import io.windhover.app.port.ManagerPort;
import io.windhover.app.port.TokenBook;
import io.windhover.app.state.PrivateFolder;
import io.windhover.app.state.StoreFailures;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.StateLayout;
import io.windhover.store.StoreException;
import io.windhover.store.StoreView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies what a manager or a run knows, while it goes on. */
@Command(
    name = "backup",
    description = {
      "Copies the state folder of a manager or a run, while it goes on: jobs, results, journal, all"
          + " that was recorded when the copy began. Outputs of tasks are not copied."
    },
    footer = {
      "",
      "Examples:",
      "  windhover backup --dir /var/lib/windhover/manager /backup/$(date +%%F)",
      "  windhover backup copy            of the newest run here",
      "",
      "To restore, put the copy where the state folder was, or name it as dir: of the manager's"
          + " settings, and start the manager. Exit codes: 0 copied; 2 bad input, such as a target"
          + " that is not empty."
    })
public final class Backup implements Callable<Integer> {
  private static final List<String> SECRETS =
      List.of(TokenBook.FILE, ManagerPort.CERTIFICATE, ManagerPort.KEY, PoolKey.FILE);

  @Spec private CommandSpec spec;
  @Mixin private FolderOptions options;

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      description = "A folder for the copy; new, or empty.")
  private Path target;

  private record ShownBackup(String dir, String target, long batches, long bytes) {}

  @Override
  public Integer call() throws IOException {
    Path folder = options.folder();
    Path copy = new StateLayout(target).database();
    requireEmpty();
    PrivateFolder.make(target);
    try {
      StateFolder.backUp(folder, target);
      copySecrets(folder);
      try (StoreView written = SqliteStore.openForReading(copy)) {
        show(folder, written.lastSequence(), Files.size(copy));
      }
    } catch (StoreException e) {
      throw StoreFailures.failure(e);
    }
    return ExitCode.DONE.number();
  }

  /** Without them nobody would get in at the port of a manager that begins with the copy. */
  private void copySecrets(Path folder) throws IOException {
    for (String name : SECRETS) {
      Path file = folder.resolve(name);
      if (Files.exists(file)) {
        Files.copy(file, target.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private void requireEmpty() throws IOException {
    if (!Files.exists(target)) {
      return;
    }
    if (Files.isDirectory(target)) {
      try (Stream<Path> files = Files.list(target)) {
        if (files.findAny().isEmpty()) {
          return;
        }
      }
    }
    throw new CommandFailure(
        ExitCode.BAD_INPUT, target + ": is there and not empty; expected a new folder");
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }

  private void show(Path folder, long batches, long bytes) {
    PrintWriter out = spec.commandLine().getOut();
    if (options.json) {
      out.println(Json.line(new ShownBackup(absolute(folder), absolute(target), batches, bytes)));
    } else {
      out.printf(
          "%s copied to %s: %s batches, %s kB%n",
          folder, target, Words.number(batches), Words.number(bytes / 1000));
    }
  }
}
