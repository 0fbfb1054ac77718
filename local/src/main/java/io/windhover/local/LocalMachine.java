package io.windhover.local;

import io.windhover.host.FolderModes;
import io.windhover.host.Lineage;
import io.windhover.host.PrivateFiles;
import io.windhover.host.ProcessMark;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One machine of a cloud on this machine: a worker with a process tree and a folder of its own. */
final class LocalMachine {
  /** What of a worker's own variables a machine must not have from whoever started the cloud. */
  private static final List<String> OF_OTHERS =
      List.of(
          "WINDHOVER_TOKEN",
          "WINDHOVER_TOKEN_FILE",
          "WINDHOVER_JOIN",
          "WINDHOVER_JOIN_SECRET",
          "WINDHOVER_CONFIG");

  private static final int LAST_BYTES_MAX = 2_048;
  private static final String OUTPUT = "output";
  private static final String CORES = "cores";

  private final String lease;
  private final Path all;
  private final Path folder;
  private final Containment containment;
  private final Tether tether;

  /**
   * One that is not there yet.
   *
   * @param all the folder in which machines have theirs
   */
  LocalMachine(String lease, Path all, Containment containment, Supplier<InetSocketAddress> manager)
      throws IOException {
    this.lease = lease;
    this.all = all;
    this.folder = all.resolve(lease);
    this.containment = containment;
    this.tether = new Tether(manager);
  }

  /** What a machine is started with. */
  record Start(
      List<String> command,
      Map<String, String> environment,
      String joinSecret,
      String lineage,
      String metadata,
      int cores) {
    /** Without the secret. */
    @Override
    public String toString() {
      return command + " with " + cores + " cores";
    }
  }

  /** Starts its worker, which reaches nobody until {@link #boot}. */
  void start(Start start, Consumer<String> ended) throws IOException {
    FolderModes.makeIn(all, folder);
    Path secret = folder.resolve("join-secret");
    PrivateFiles.write(secret, start.joinSecret() + "\n");
    cores(start.cores());
    Path output = folder.resolve(OUTPUT);
    PrivateFiles.make(output);
    var builder =
        new ProcessBuilder(containment.start(lease, start.cores(), start.command()))
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    Map<String, String> variables = builder.environment();
    variables.keySet().removeAll(OF_OTHERS);
    variables.putAll(start.environment());
    variables.put("WINDHOVER_LEASE", lease);
    variables.put("WINDHOVER_JOIN_SECRET_FILE", secret.toString());
    variables.put("WINDHOVER_JOIN", "https://127.0.0.1:" + tether.port());
    variables.put("WINDHOVER_METADATA", start.metadata());
    variables.put("WINDHOVER_CORES_FILE", folder.resolve(CORES).toString());
    variables.put(Lineage.VARIABLE, start.lineage());
    Process process = builder.start();
    Optional<ProcessMark> mark = ProcessMark.of(process.pid());
    if (mark.isPresent()) {
      mark.get().write(folder.resolve("process"));
    }
    var unused =
        process
            .onExit()
            .thenAccept(
                over -> ended.accept("exit code %d%s".formatted(over.exitValue(), lastWords())));
  }

  /** The last line it printed, for whoever wonders why it ended. */
  private String lastWords() {
    try (FileChannel output = FileChannel.open(folder.resolve(OUTPUT))) {
      var bytes = ByteBuffer.allocate(LAST_BYTES_MAX);
      output.read(bytes, Math.max(0, output.size() - LAST_BYTES_MAX));
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((before, last) -> last)
          .map(": "::concat)
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  void boot(int cores) throws IOException {
    cores(cores);
    tether.pass();
  }

  void freeze() throws IOException {
    tether.silence();
    containment.freeze(lease);
  }

  void thaw() throws IOException {
    tether.thaw();
    containment.thaw(lease);
  }

  void resize(int cores) throws IOException {
    cores(cores);
    containment.resize(lease, cores);
  }

  /** The worker reads there how many slots it has. */
  private void cores(int cores) throws IOException {
    PrivateFiles.write(folder.resolve(CORES), cores + "\n");
  }

  /** Nothing is left of it but what it printed. */
  void end() throws IOException {
    tether.close();
    containment.kill(lease);
    clear(folder);
  }

  /** Removes all but what machines printed. */
  static void clear(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Path output = folder.resolve(OUTPUT);
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder())
          .filter(path -> !path.equals(folder) && !path.equals(output))
          .forEach(LocalMachine::delete);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
