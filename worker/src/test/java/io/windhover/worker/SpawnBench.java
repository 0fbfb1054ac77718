package io.windhover.worker;

import static io.windhover.worker.Orders.order;

import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToManager.Report;
import io.windhover.wire.ToWorker.Acknowledge;
import io.windhover.wire.ToWorker.Execute;
import io.windhover.wire.WorkerLink;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many no-op commands start per second, two at a time: xargs, a bare ProcessBuilder loop
 * without outputs, {@link LocalProcesses}, and a whole {@link LocalWorker}. Arguments: how many
 * commands, which command (default "exit 0", for which sh is needed). Prints a line for each, with
 * this JVM's own CPU time per command. Not a test: machines differ.
 */
final class SpawnBench {
  private static final int SLOTS = 2;

  private SpawnBench() {}

  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws Exception {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 5_000;
    String command = args.length > 1 ? args[1] : "exit 0";
    Path folder = Files.createTempDirectory("windhover-bench");
    for (int round = 0; round < 3; round++) {
      Path here = Files.createDirectory(folder.resolve("round" + round));
      measure("xargs", count, () -> xargs(count, command));
      measure("bare loop", count, () -> bareLoop(count, command));
      measure("LocalProcesses", count, () -> localProcesses(count, command, here.resolve("p")));
      measure("LocalWorker", count, () -> localWorker(count, command, here.resolve("w")));
    }
    System.out.println("logs are in " + folder);
  }

  /** Something to be measured. */
  private interface Work {
    void run() throws Exception;
  }

  @SuppressWarnings("SystemOut")
  private static void measure(String name, int count, Work work) throws Exception {
    long cpuTicks = cpuTicks();
    long startNanos = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double cpuMillis = (cpuTicks() - cpuTicks) * 10.0 / count;
    System.out.printf("%-15s %6.0f/s  %.3f ms own CPU%n", name, count / seconds, cpuMillis);
  }

  private static long cpuTicks() throws IOException {
    String[] stat = Files.readString(Path.of("/proc/self/stat")).split(" ", -1);
    return Long.parseLong(stat[13]) + Long.parseLong(stat[14]);
  }

  private static void xargs(int count, String command) throws Exception {
    String line = "seq " + count + " | xargs -P" + SLOTS + " -n1 sh -c \"$0\"";
    new ProcessBuilder("sh", "-c", line, command).inheritIO().start().waitFor();
  }

  private static void bareLoop(int count, String command) throws Exception {
    AtomicInteger next = new AtomicInteger();
    Thread[] threads = new Thread[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      threads[slot] = new Thread(() -> bareLoop(next, count, command));
      threads[slot].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void bareLoop(AtomicInteger next, int count, String command) {
    try {
      while (next.getAndIncrement() < count) {
        new ProcessBuilder(List.of("sh", "-c", command))
            .redirectInput(new File("/dev/null"))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start()
            .waitFor();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void localProcesses(int count, String command, Path state) throws Exception {
    Recorder heard = new Recorder();
    try (LocalProcesses processes =
        new LocalProcesses(ProcessSettings.in(state, false), heard, notice -> {})) {
      for (int task = 0; task < count + SLOTS; task++) {
        if (task >= SLOTS) {
          heard.end();
        }
        if (task < count) {
          processes.start(order(task, command));
        }
      }
    }
  }

  private static void localWorker(int count, String command, Path state) throws Exception {
    LocalWorker worker =
        new LocalWorker(
            Orders.worker(SLOTS),
            AgentSettings.DEFAULT,
            ProcessSettings.in(state, false),
            notice -> {});
    ManagerOfOne manager = new ManagerOfOne(worker.receiver(), count, command);
    worker.connect(manager);
    for (int slot = 0; slot < SLOTS; slot++) {
      manager.order();
    }
    manager.done.await();
    worker.shutdown(Duration.ZERO);
  }

  /** Acknowledges every report and orders the next command at once. */
  private static final class ManagerOfOne implements WorkerLink {
    private final WorkerLink.Receiver worker;
    private final int count;
    private final String command;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch done;

    ManagerOfOne(WorkerLink.Receiver worker, int count, String command) {
      this.worker = worker;
      this.count = count;
      this.command = command;
      this.done = new CountDownLatch(count);
    }

    void order() {
      int task = next.getAndIncrement();
      if (task < count) {
        Order order = Orders.order(task, command);
        worker.received(new Execute(order));
      }
    }

    @Override
    public void send(ToManager message) {
      if (message instanceof Report report) {
        worker.received(new Acknowledge(report.ref()));
        order();
        done.countDown();
      }
    }

    @Override
    public void close() {}
  }
}
