package io.windhover.app.pool.local;

import static io.windhover.app.pool.local.PoolFolder.text;

import io.windhover.host.ThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes what the parts of a pool, and its user, have to know. */
final class PoolSettingsFiles {
  private static final long MEBIBYTE = 1 << 20;

  /** On one machine nothing is far away: who is silent for this long is frozen or dead. */
  private static final String SILENCE = "20s";

  private static final String HEARTBEAT = "5s";

  /** A folder beside those of the parts, which all workers of a machine share. */
  private static final String CHECKPOINTS = "checkpoints";

  /** As in a run of one process: a power cut takes the workers along, and what they ran. */
  private static final String DURABILITY = "process-crash";

  private final PoolFolder folder;
  private final PoolWire wire;

  PoolSettingsFiles(PoolFolder folder, PoolWire wire) {
    this.folder = folder;
    this.wire = wire;
  }

  /**
   * Writes the files of all parts and of the user; what their owner has written there stays.
   *
   * @param before how many workers there were when the files were written last
   */
  void write(int workers, int before) throws IOException {
    writeManager();
    for (int number = 1; number <= workers; number++) {
      writeWorker(number, workers, before);
    }
    writeUser();
  }

  private void writeManager() throws IOException {
    var own = new LinkedHashMap<>(wire.managerKeys());
    own.put("dir", text(folder.state(PoolFolder.MANAGER)));
    KeptSettings manager =
        kept(PoolFolder.MANAGER, own)
            .usual("workers", "[" + text("worker-*@" + wire.domain()) + "]")
            .usual("users", "[" + text("*@" + wire.domain()) + "]")
            .usual("silence", SILENCE)
            .usual("store", text(folder.state(CHECKPOINTS)));
    wire.managerHabits().forEach(manager::usual);
    manager.usual("durability", DURABILITY).write();
  }

  private KeptSettings kept(String part, Map<String, String> own) throws IOException {
    var settings =
        new KeptSettings(
            folder.settings(part),
            "Written by windhover pool up, which sets %s right again;"
                    .formatted(listed(List.copyOf(own.keySet())))
                + " all else you write here stays.");
    own.forEach(settings::own);
    return settings;
  }

  private static String listed(List<String> keys) {
    int last = keys.size() - 1;
    return String.join(", ", keys.subList(0, last)) + " and " + keys.get(last);
  }

  /**
   * Each worker offers its share of the machine: all together then start as many tasks as there are
   * cores, as one worker would.
   */
  private void writeWorker(int number, int workers, int before) throws IOException {
    String name = PoolFolder.worker(number);
    var own = new LinkedHashMap<>(wire.workerKeys(name));
    own.put("dir", text(folder.state(name)));
    own.put("name", text(name));
    kept(name, own)
        .share("cores", coresOf(number, workers), coresOf(number, before))
        .share("memory", memoryOf(workers), memoryOf(before))
        .usual("heartbeat", HEARTBEAT)
        .write();
  }

  private static String coresOf(int number, int workers) {
    return Integer.toString(cores(number, Math.max(1, workers), ThisMachine.processors()));
  }

  private static String memoryOf(int workers) {
    return ThisMachine.memoryBytes() / Math.max(1, workers) / MEBIBYTE + "MiB";
  }

  /** A worker has at least one core, even if all together then have more than the machine. */
  static int cores(int number, int workers, int processors) {
    int more = number <= processors % workers ? 1 : 0;
    return Math.max(1, processors / workers + more);
  }

  /** The pool is written anew only when what is there leads elsewhere: its owner may add others. */
  private void writeUser() throws IOException {
    Map<String, String> keys = wire.userKeys();
    String pool =
        keys.entrySet().stream()
            .map(key -> key.getKey() + ": " + key.getValue())
            .collect(Collectors.joining(", ", "{local: {", "}}"));
    Path file = folder.userSettings();
    var config = new KeptSettings(file, "Written by windhover pool up; its pool is local.");
    String written = Files.exists(file) ? Files.readString(file) : "";
    boolean known =
        Stream.of("server", "passwordFile", "fingerprint")
            .allMatch(key -> isIn(written, keys.getOrDefault(key, "")));
    (known ? config.usual("pools", pool) : config.own("pools", pool))
        .usual("default", "local")
        .write();
  }

  /** Whether a value is there, in its quotes or without. */
  private static boolean isIn(String written, String value) {
    return written.contains(value.replaceAll("^\"|\"$", ""));
  }
}
