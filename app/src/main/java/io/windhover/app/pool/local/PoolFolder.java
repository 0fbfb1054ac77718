package io.windhover.app.pool.local;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.windhover.app.state.PrivateFolder;
import io.windhover.xmpp.server.LoopbackPorts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What lies where in the folder of a pool on this machine. */
public record PoolFolder(Path root) {
  static final String MANAGER = "manager";
  static final String MANAGER_DOMAIN = "manager.localhost";
  static final String USER = "user";
  private static final Pattern WORKER_SETTINGS = Pattern.compile("worker-([1-9][0-9]{0,5})\\.yaml");

  public PoolFolder {
    root = root.toAbsolutePath().normalize();
  }

  static String worker(int number) {
    return "worker-" + number;
  }

  /** Makes the folder if it is missing, for its owner alone. */
  public void make() throws IOException {
    PrivateFolder.make(root);
    Files.createDirectories(root); // Says what is wrong when it could not be made.
  }

  /** Where the XMPP server lives. */
  public Path server() {
    return root.resolve("server");
  }

  /** Whether a pool was ever made here. */
  public boolean holdsPool() {
    return Files.isDirectory(server()) || Files.exists(portFile());
  }

  /** Holds the number of the manager's own port. */
  Path portFile() {
    return root.resolve("port");
  }

  /** The manager's own port, chosen when it is asked for the first time. */
  int port() throws IOException {
    Optional<Integer> kept = number(portFile());
    if (kept.isPresent()) {
      return kept.get();
    }
    int chosen = LoopbackPorts.choose();
    keep(portFile(), chosen);
    return chosen;
  }

  /** The user's settings for this pool, for {@code --config}. */
  public Path userSettings() {
    return root.resolve("config.yaml");
  }

  Path settings(String name) {
    return root.resolve(name + ".yaml");
  }

  Path state(String name) {
    return root.resolve(name);
  }

  Path log(String name) {
    return root.resolve(name + ".log");
  }

  Path pid(String name) {
    return root.resolve(name + ".pid");
  }

  /** All that were ever made here, by their numbers. */
  List<Integer> workers() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(root)) {
      return files
          .map(file -> WORKER_SETTINGS.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(found -> Integer.parseInt(found.group(1)))
          .sorted()
          .toList();
    }
  }

  /** How many workers were asked for last. */
  Optional<Integer> workersAsked() throws IOException {
    return number(workersFile());
  }

  void keepWorkersAsked(int workers) throws IOException {
    keep(workersFile(), workers);
  }

  private Path workersFile() {
    return root.resolve("workers");
  }

  private static Optional<Integer> number(Path file) throws IOException {
    return Files.exists(file)
        ? Optional.of(Files.readString(file).strip())
            .filter(text -> text.matches("[0-9]{1,6}"))
            .map(Integer::parseInt)
        : Optional.empty();
  }

  private static void keep(Path file, int number) throws IOException {
    Files.writeString(PrivateFolder.file(file), number + "\n");
  }

  /** Holds off everybody else who would start or stop this pool, until it is closed. */
  FileChannel lock() throws IOException {
    FileChannel channel =
        FileChannel.open(PrivateFolder.file(root.resolve("lock")), StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new IOException("somebody else is starting or stopping it");
    }
    return channel;
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  /** The user's account, for programs. */
  static Map<String, Object> user(String domain, Path password) {
    var user = new LinkedHashMap<String, Object>();
    user.put("jid", USER + "@" + domain);
    user.put("passwordFile", password.toString());
    return user;
  }

  /** A string of YAML, which is that of JSON. */
  static String text(Object value) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value.toString())) + '"';
  }
}
