package io.windhover.app.pool.local;

import io.windhover.host.ProcessMark;
import io.windhover.xmpp.server.PrivateServer;
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
  private final PoolWire wire;
  private final int workers;

  private LocalPool(PoolFolder folder, PoolWire wire, int workers) {
    this.folder = folder;
    this.wire = wire;
    this.workers = workers;
  }

  /** How many workers this folder's pool had last. */
  public static Optional<Integer> workersAsked(PoolFolder folder) throws IOException {
    return folder.workersAsked();
  }

  /**
   * Starts what is not running and returns when all is up; what was there is kept. When a part does
   * not start, or whoever asked is interrupted, those that were started with it are stopped.
   */
  @SuppressWarnings("try") // the lock is held, not used
  public static LocalPool up(
      PoolFolder folder, WireKind kind, int workers, Consumer<String> progress)
      throws IOException, InterruptedException {
    folder.make();
    try (FileChannel lock = folder.lock()) {
      var pool = new LocalPool(folder, kind.wire(folder), workers);
      Map<String, ProcessMark> before = running(folder);
      try {
        pool.start(progress);
      } catch (IOException | RuntimeException | InterruptedException e) {
        // Half a pool is of no use to anybody; what was there before stays.
        boolean interrupted = Thread.interrupted();
        Map<String, ProcessMark> started = running(folder);
        started.values().removeAll(before.values());
        endInOrder(started, name -> {});
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        throw e;
      }
      return pool;
    }
  }

  private void start(Consumer<String> progress) throws IOException, InterruptedException {
    var accounts = new ArrayList<>(List.of(PoolFolder.USER));
    IntStream.rangeClosed(1, workers).mapToObj(PoolFolder::worker).forEach(accounts::add);
    wire.open(accounts, progress);
    new PoolSettingsFiles(folder, wire).write(workers, folder.workersAsked().orElse(workers));
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

  /**
   * Whoever is there now: a server if there is one, manager, workers by name, with their process
   * numbers.
   */
  public Map<String, Long> present() throws IOException {
    var present = new LinkedHashMap<String, Long>();
    running(folder).forEach((name, mark) -> present.put(name, mark.pid()));
    return present;
  }

  /** Everybody who should be there. */
  public List<String> parts() {
    var names = new ArrayList<>(wire.parts());
    names.add(PoolFolder.MANAGER);
    workerParts().forEach(part -> names.add(part.name()));
    return names;
  }

  /** For programs: where the pool is and how to get in. */
  public Map<String, Object> description() throws IOException {
    Map<String, Long> present = present();
    var pids = new LinkedHashMap<String, Object>();
    wire.parts().forEach(part -> pids.put(part, present.getOrDefault(part, 0L)));
    pids.put("manager", present.getOrDefault(PoolFolder.MANAGER, 0L));
    pids.put(
        "workers",
        workerParts().stream().map(part -> present.getOrDefault(part.name(), 0L)).toList());
    var all = new LinkedHashMap<>(wire.description());
    all.put("pids", pids);
    return all;
  }

  /** For people: where the pool is. */
  public String place() {
    return wire.place();
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
    take(running, PoolAtServer.PART, server);
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
        .ifPresent(mark -> running.put(PoolAtServer.PART, mark));
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
