package io.windhover.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.ToManager;
import io.windhover.wire.ToManager.Heartbeat;
import io.windhover.wire.ToManager.Slept;
import io.windhover.wire.ToWorker.Welcome;
import io.windhover.wire.WorkerLink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real worker whose clock jumps, as that of a machine which was frozen. */
@Timeout(60)
class FrozenWorkerTest {
  private static final long FROZEN_MILLIS = 3_600_000;

  private static final AgentSettings QUICK =
      new AgentSettings(50, 500, 30_000, 1_000, 30_000, 5_000, 1_000, 600_000, 50, 10_000, 4_096);

  @TempDir private Path folder;
  private final BlockingQueue<ToManager> said = new LinkedBlockingQueue<>();
  private final AtomicLong aheadMillis = new AtomicLong();

  private final class Recording implements WorkerLink {
    @Override
    public void send(ToManager message) {
      said.add(message);
    }

    @Override
    public void close() {}
  }

  private ToManager next() throws InterruptedException {
    ToManager message = said.poll(30, TimeUnit.SECONDS);
    assertThat(message).isNotNull();
    return message;
  }

  private Slept nextSlept() throws InterruptedException {
    ToManager message = next();
    while (!(message instanceof Slept)) {
      message = next();
    }
    assertThat(next()).as("it goes with a heartbeat").isInstanceOf(Heartbeat.class);
    return (Slept) message;
  }

  @Test
  void aMachineThatWasFrozenSaysSoUntilItIsAnswered() throws Exception {
    LocalWorker worker =
        new LocalWorker(
            Orders.worker(2),
            QUICK,
            ProcessSettings.in(folder, true),
            AttemptsOnDisk.none(),
            notice -> {},
            () -> System.currentTimeMillis() + aheadMillis.get());
    try {
      worker.connect(new Recording());
      worker.receiver().received(new Welcome());
      assertThat(next()).isInstanceOf(ToManager.Join.class);
      assertThat(next()).isInstanceOf(Heartbeat.class);
      aheadMillis.addAndGet(FROZEN_MILLIS);
      Slept slept = nextSlept();
      assertThat(slept.millis()).isBetween(FROZEN_MILLIS, FROZEN_MILLIS + 30_000);
      assertThat(nextSlept()).as("said again").isEqualTo(slept);
      worker.receiver().received(new Welcome());
      said.clear();
      assertThat(next()).as("answered").isInstanceOf(Heartbeat.class);
      assertThat(next()).isInstanceOf(Heartbeat.class);
    } finally {
      worker.shutdown(Duration.ZERO);
    }
  }
}
