package io.windhover.app.pool;

import io.windhover.xmpp.server.ServerFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Real workers of a scene, and what kills one of its processes and starts it again. */
final class Crew implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final PoolScene scene;
  private final int cores;
  private final List<Process> workers = new ArrayList<>();
  private int killedWorkers;
  private int killedManagers;
  private int killedServers;

  Crew(PoolScene scene, int workers, int cores) throws IOException {
    this.scene = scene;
    this.cores = cores;
    for (int i = 0; i < workers; i++) {
      this.workers.add(start(i));
    }
  }

  private Process start(int number) throws IOException {
    String name = "worker-" + (number + 1);
    return scene.startWorker(name, name, cores);
  }

  int killedWorkers() {
    return killedWorkers;
  }

  /** How many of each were killed. */
  String tally() {
    return "%d managers, %d workers, %d servers"
        .formatted(killedManagers, killedWorkers, killedServers);
  }

  /** Answers who it was. */
  String killOneAndStartItAgain(SplittableRandom chance) throws IOException, InterruptedException {
    boolean server = scene.way() instanceof ServerSceneWay;
    return switch (chance.nextInt(server ? 3 : 2)) {
      case 0 -> killManager();
      case 1 -> killWorker(chance.nextInt(workers.size()));
      default -> killServer();
    };
  }

  private String killManager() throws IOException, InterruptedException {
    killedManagers++;
    scene.manager().kill();
    scene.launchManager();
    return "manager";
  }

  private String killWorker(int number) throws IOException, InterruptedException {
    killedWorkers++;
    workers.get(number).destroyForcibly().waitFor();
    workers.set(number, start(number));
    return "worker " + (number + 1);
  }

  /** A server that was killed may hold its ports for a moment longer. */
  private String killServer() throws InterruptedException {
    killedServers++;
    scene.server().kill();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try {
        scene.server().start();
        return "server";
      } catch (ServerFailure e) {
        if (System.nanoTime() > until) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }

  void signal(int number, String name) throws IOException, InterruptedException {
    String pid = Long.toString(workers.get(number).pid());
    new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
  }

  @Override
  public void close() {
    workers.forEach(Process::destroyForcibly);
  }
}
