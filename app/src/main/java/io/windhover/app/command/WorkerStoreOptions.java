package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.depot.DepotAddress;
import io.windhover.depot.s3.S3KeyFile;
import io.windhover.worker.StoreAccess;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a worker for where what tasks save is kept. */
final class WorkerStoreOptions {
  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "keep here what tasks save, whatever the manager says: file:///FOLDER or"
              + " s3://BUCKET/PREFIX?region=REGION")
  private @Nullable String store;

  @Option(
      names = "--store-keys",
      paramLabel = "FILE",
      description =
          "mode 0600, with aws_access_key_id and aws_secret_access_key for a store at S3 (default:"
              + " the variables of AWS's own tools)")
  private @Nullable Path keys;

  StoreAccess access() {
    return new StoreAccess(
        store == null ? "" : address(store),
        Optional.ofNullable(keys).map(WorkerStoreOptions::readable),
        System.getenv());
  }

  private static String address(String text) {
    try {
      return DepotAddress.parse(text).text();
    } catch (IllegalArgumentException e) {
      throw bad("--store: " + text + " " + e.getMessage(), e);
    }
  }

  private static Path readable(Path file) {
    try {
      S3KeyFile.read(file);
      return file;
    } catch (IllegalArgumentException e) {
      throw bad("--store-keys: " + e.getMessage(), e);
    }
  }

  private static CommandFailure bad(String why, Exception cause) {
    return new CommandFailure(ExitCode.BAD_INPUT, why, cause);
  }
}
