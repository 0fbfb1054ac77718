package io.windhover.app.pool.local;

import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ProcessMark;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A pool on this machine. What runs is told by files with process numbers and start times, so that
 * anybody can take it up: whoever started it may be gone.
 */
public final class LocalPool {
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

  private final PoolFolder folder;
  private final PrivateServer server;
  private final int workers;

  private LocalPool(PoolFolder folder, PrivateServer server, int workers) {
    this.folder = folder;
    this.server = server;
    this.workers = workers;
  }

  /** How many workers this folder's pool had last. */
  public static Optional<Integer> workersAsked(PoolFolder folder) throws IOException {
    return folder.workersAsked();
  }

  /**
   * Starts what is not running and returns when all is up; what was there is kept. When a part does
   * not start, those that were started with it are stopped.
   */
  @SuppressWarnings("try") // the lock is held, not used
  public static LocalPool up(
      PoolFolder folder, ServerKind kind, int workers, Consumer<String> progress)
      throws IOException, InterruptedException {
    folder.make();
    try (FileChannel lock = folder.lock()) {
      var server = PrivateServer.prepare(kind, folder.server(), PoolFolder.MANAGER_DOMAIN);
      var pool = new LocalPool(folder, server, workers);
      Map<String, ProcessMark> before = running(folder);
      try {
        pool.start(progress);
      } catch (IOException | RuntimeException e) {
        // Half a pool is of no use to anybody; what was there before stays.
        Map<String, ProcessMark> started = running(folder);
        started.values().removeAll(before.values());
        endInOrder(started, name -> {});
        throw e;
      }
      return pool;
    }
  }

  private void start(Consumer<String> progress) throws IOException, InterruptedException {
    if (!server.running()) {
      progress.accept("starting " + server.kind().packageName());
    }
    server.start();
    server.accounts(IntStream.rangeClosed(1, workers).mapToObj(PoolFolder::worker).toList());
    new PoolSettingsFiles(folder, server).write(workers, folder.workersAsked().orElse(workers));
    stopSurplus();
    startAll(List.of(manager()), progress);
    startAll(workerParts(), progress);
    folder.keepWorkersAsked(workers);
  }

  private void stopSurplus() throws IOException, InterruptedException {
    var surplus = new LinkedHashMap<String, ProcessMark>();
    for (int number : folder.workers()) {
      if (number > workers) {
        addRunning(surplus, folder, PoolFolder.worker(number));
      }
    }
    end(surplus, name -> {});
  }

  private static void startAll(List<PoolPart> parts, Consumer<String> progress)
      throws IOException, InterruptedException {
    var started = new ArrayList<PoolPart>();
    for (PoolPart part : parts) {
      if (part.start()) {
        progress.accept("starting " + part.name());
        started.add(part);
      }
    }
    for (PoolPart part : started) {
      part.awaitReady();
    }
  }

  private PoolPart manager() {
    return PoolPart.manager(folder);
  }

  private List<PoolPart> workerParts() {
    return IntStream.rangeClosed(1, workers)
        .mapToObj(number -> PoolPart.worker(folder, number))
        .toList();
  }

  /** Whoever is there now: server, manager, workers by name, with their process numbers. */
  public Map<String, Long> present() throws IOException {
    var present = new LinkedHashMap<String, Long>();
    running(folder).forEach((name, mark) -> present.put(name, mark.pid()));
    return present;
  }

  /** Everybody who should be there. */
  public List<String> parts() {
    var names = new ArrayList<>(List.of("server", PoolFolder.MANAGER));
    workerParts().forEach(part -> names.add(part.name()));
    return names;
  }

  /** For programs: where the pool is and how to get in. */
  public Map<String, Object> description() throws IOException {
    Map<String, Long> present = present();
    var pids = new LinkedHashMap<String, Object>();
    pids.put("server", present.getOrDefault("server", 0L));
    pids.put("manager", present.getOrDefault(PoolFolder.MANAGER, 0L));
    pids.put(
        "workers",
        workerParts().stream().map(part -> present.getOrDefault(part.name(), 0L)).toList());
    var user = new LinkedHashMap<String, Object>();
    user.put("jid", PoolFolder.USER + "@" + server.domain());
    user.put("passwordFile", server.account(PoolFolder.USER).toString());
    var all = new LinkedHashMap<String, Object>();
    all.put("c2s", "127.0.0.1:" + server.c2sPort());
    all.put("domain", server.domain());
    all.put("manager", PoolFolder.MANAGER_DOMAIN);
    all.put("user", user);
    all.put("pids", pids);
    return all;
  }

  public Path userSettings() {
    return folder.userSettings();
  }

  /**
   * Stops what runs in a folder: workers, then the manager, then the server, so that each can still
   * say good-bye. Removes nothing.
   *
   * @param ended told the name of each when it has ended
   */
  @SuppressWarnings("try") // as above
  public static void down(PoolFolder folder, Consumer<String> ended)
      throws IOException, InterruptedException {
    try (FileChannel lock = folder.lock()) {
      endInOrder(running(folder), ended);
    }
  }

  private static void endInOrder(Map<String, ProcessMark> running, Consumer<String> ended)
      throws InterruptedException {
    var manager = new LinkedHashMap<String, ProcessMark>();
    var server = new LinkedHashMap<String, ProcessMark>();
    take(running, PoolFolder.MANAGER, manager);
    take(running, "server", server);
    end(running, ended);
    end(manager, ended);
    end(server, ended);
  }

  private static void take(
      Map<String, ProcessMark> from, String name, Map<String, ProcessMark> to) {
    ProcessMark mark = from.remove(name);
    if (mark != null) {
      to.put(name, mark);
    }
  }

  private static void end(Map<String, ProcessMark> parts, Consumer<String> ended)
      throws InterruptedException {
    parts.values().forEach(ProcessMark::ask);
    for (Map.Entry<String, ProcessMark> part : parts.entrySet()) {
      part.getValue().end(STOP_PATIENCE);
      ended.accept(part.getKey());
    }
  }

  private static Map<String, ProcessMark> running(PoolFolder folder) throws IOException {
    var running = new LinkedHashMap<String, ProcessMark>();
    PrivateServer.processOf(folder.server())
        .filter(ProcessMark::isRunning)
        .ifPresent(mark -> running.put("server", mark));
    addRunning(running, folder, PoolFolder.MANAGER);
    for (int number : folder.workers()) {
      addRunning(running, folder, PoolFolder.worker(number));
    }
    return running;
  }

  private static void addRunning(Map<String, ProcessMark> running, PoolFolder folder, String name)
      throws IOException {
    ProcessMark.read(folder.pid(name))
        .filter(ProcessMark::isRunning)
        .ifPresent(mark -> running.put(name, mark));
  }
}
