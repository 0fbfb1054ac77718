package io.windhover.worker;

import static io.windhover.worker.Orders.cleanedBy;
import static io.windhover.worker.Orders.order;
import static io.windhover.worker.Orders.ref;
import static io.windhover.worker.Orders.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.host.ProcessTable;
import io.windhover.wire.Ending;
import io.windhover.wire.Ending.Exited;
import io.windhover.wire.Ending.Stopped;
import io.windhover.wire.Ending.TimedOut;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToManager.Cleaned;
import io.windhover.wire.ToManager.Heartbeat;
import io.windhover.wire.ToManager.Join;
import io.windhover.wire.ToManager.Leave;
import io.windhover.wire.ToManager.Report;
import io.windhover.wire.ToManager.Started;
import io.windhover.wire.ToManager.Taken;
import io.windhover.wire.ToWorker;
import io.windhover.wire.ToWorker.Acknowledge;
import io.windhover.wire.ToWorker.Cancel;
import io.windhover.wire.ToWorker.Execute;
import io.windhover.wire.ToWorker.RoomIsFree;
import io.windhover.wire.ToWorker.Welcome;
import io.windhover.wire.WorkerLink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalWorkerTest {
  private static final Duration LONG_GRACE = Duration.ofMinutes(1);

  /** As usual, but a worker that nobody listens to leaves soon. */
  private static final AgentSettings SETTINGS =
      new AgentSettings(
          5_000, 500, 30_000, 1_000, 30_000, 5_000, 1_000, 600_000, 50, 10_000, 4_096);

  @TempDir private Path folder;
  private final BlockingQueue<ToManager> said = new LinkedBlockingQueue<>();
  private LocalWorker worker;
  private boolean acknowledging;
  private volatile boolean wireIsClosed;
  private final CompletableFuture<Boolean> wasClosed = new CompletableFuture<>();
  private volatile Runnable beforeTheWireCloses = () -> {};

  @BeforeEach
  void connect() throws IOException {
    worker =
        new LocalWorker(
            Orders.worker(2),
            SETTINGS,
            ProcessSettings.in(folder.resolve("state"), true),
            notice -> {});
    worker.connect(
        new WorkerLink() {
          @Override
          public void send(ToManager message) {
            said.add(message);
            if (acknowledging && message instanceof Report report) {
              // From within the worker's own call, as a wire without queue would do it.
              hears(new Acknowledge(report.ref()));
            }
          }

          @Override
          public void close() {
            beforeTheWireCloses.run();
            wireIsClosed = true;
          }
        });
    assertThat(next()).isInstanceOf(Join.class);
    hears(new Welcome());
  }

  @AfterEach
  void close() {
    worker.shutdown(Duration.ZERO);
  }

  private void hears(ToWorker message) {
    worker.receiver().received(message);
  }

  private ToManager next() {
    try {
      ToManager message = said.poll(60, TimeUnit.SECONDS);
      return message instanceof Heartbeat ? next() : message;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Ending nextEnding() {
    ToManager message = next();
    assertThat(message).isInstanceOf(Report.class);
    return ((Report) message).ending();
  }

  private void runs(int task, String command) {
    hears(new Execute(order(task, command, folder)));
    assertThat(next()).isEqualTo(new Taken(ref(task)));
    assertThat(next()).isEqualTo(new Started(ref(task)));
  }

  @Test
  void anOrderRunsAndItsReportIsRepeatedUntilAcknowledged() {
    runs(1, "exit 3");
    assertThat(nextEnding()).isEqualTo(new Exited(3));
    assertThat(nextEnding()).isEqualTo(new Exited(3));
    hears(new Acknowledge(ref(1)));
  }

  @Test
  void aTimeOutEndsTheWholeTree() {
    hears(new Execute(timeout(100, order(1, "sleep 1000 & echo $! > child; wait", folder))));
    assertThat(next()).isEqualTo(new Taken(ref(1)));
    assertThat(next()).isEqualTo(new Started(ref(1)));
    ProcessHandle child = Awaiting.process(folder.resolve("child"));
    assertThat(nextEnding()).isEqualTo(new TimedOut());
    assertThat(ProcessTable.lives(child)).isFalse();
  }

  @Test
  void aCancelEndsWhatRuns() {
    runs(1, "sleep 1000");
    hears(new Cancel(ref(1)));
    assertThat(nextEnding()).isEqualTo(new Stopped());
  }

  @Test
  void cleanupComesAfterTheAcknowledgementAndBeforeTheNextCommand() {
    String log = "echo %s >> order";
    hears(
        new Execute(
            cleanedBy(
                log.formatted("cleanup"),
                Orders.cores(2, order(1, log.formatted("first"), folder)))));
    assertThat(next()).isEqualTo(new Taken(ref(1)));
    assertThat(next()).isEqualTo(new Started(ref(1)));
    assertThat(nextEnding()).isEqualTo(new Exited(0));
    hears(new Execute(order(2, log.formatted("second"), folder)));
    assertThat(next()).isEqualTo(new Taken(ref(2)));
    assertThat(folder.resolve("order")).hasContent("first");
    hears(new Acknowledge(ref(1)));
    assertThat(next()).isEqualTo(new Cleaned(ref(1)));
    hears(new RoomIsFree(ref(1)));
    assertThat(next()).isEqualTo(new Started(ref(2)));
    assertThat(nextEnding()).isEqualTo(new Exited(0));
    assertThat(folder.resolve("order")).hasContent("first\ncleanup\nsecond");
  }

  @Test
  void aShutdownStopsEverythingAndLeaves() {
    runs(1, "sleep 1000");
    // Takes the request to end for a wish to succeed; it was stopped all the same.
    runs(2, "trap 'exit 0' TERM; echo $$ > pid; while :; do sleep 0.01; done");
    Awaiting.process(folder.resolve("pid"));
    acknowledging = true;
    assertThat(worker.shutdown(LONG_GRACE)).isTrue();
    assertThat(nextEnding()).isEqualTo(new Stopped());
    assertThat(nextEnding()).isEqualTo(new Stopped());
    assertThat(next()).isEqualTo(new Leave());
    assertThat(said).isEmpty();
    assertThat(wireIsClosed).isTrue();
  }

  /** Whoever returns first ends the program, and what the wire has not sent by then is lost. */
  @Test
  void noneOfTwoShutdownsReturnsBeforeTheWireIsClosed() throws Exception {
    Thread hasty = new Thread(() -> wasClosed.complete(closedAfterAShutdown()));
    beforeTheWireCloses =
        () -> {
          hasty.start();
          Awaiting.until("it waits or is over", () -> isWaiting(hasty));
        };
    assertThat(worker.shutdown(Duration.ZERO)).isTrue();
    assertThat(wasClosed.get(60, TimeUnit.SECONDS)).isTrue();
  }

  private boolean closedAfterAShutdown() {
    worker.shutdown(Duration.ZERO);
    return wireIsClosed;
  }

  private static boolean isWaiting(Thread thread) {
    return EnumSet.of(Thread.State.BLOCKED, Thread.State.TERMINATED).contains(thread.getState());
  }

  @Test
  void aCommandThatASignalToAllEndedJustBeforeTheShutdownWasStopped() {
    // Not SIGINT: whoever starts the tests in the background has it ignored, and so has the shell.
    runs(1, "kill -TERM $$");
    Awaiting.until("it is gone", () -> ProcessHandle.current().children().findAny().isEmpty());
    assertThat(worker.shutdown(LONG_GRACE)).isTrue();
    assertThat(nextEnding()).isEqualTo(new Stopped());
  }

  @Test
  void atATerminalCommandsHaveSessionsOfTheirOwn() {
    runs(1, "ps -o sid= -p $$ | tr -d ' ' > sid; echo $$ > pid");
    assertThat(nextEnding()).isEqualTo(new Exited(0));
    assertThat(folder.resolve("sid")).hasSameTextualContentAs(folder.resolve("pid"));
    hears(new Acknowledge(ref(1)));
    runs(2, "no-such-program");
    Report report = (Report) next();
    assertThat(report.ending()).isEqualTo(new Exited(127));
    assertThat(report.tail()).startsWith("sh: ").contains("no-such-program").contains("not found");
  }

  @Test
  void manyShortCommandsAllReport() {
    acknowledging = true;
    int count = 500;
    int ahead = 20;
    for (int task = 0; task < ahead; task++) {
      hears(new Execute(order(task, "true", folder)));
    }
    int reports = 0;
    while (reports < count) {
      if (next() instanceof Report report) {
        assertThat(report.ending()).isEqualTo(new Exited(0));
        if (reports + ahead < count) {
          hears(new Execute(order(reports + ahead, "true", folder)));
        }
        reports++;
      }
    }
  }
}
