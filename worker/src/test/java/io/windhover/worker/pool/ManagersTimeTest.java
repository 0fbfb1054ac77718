package io.windhover.worker.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.host.ScaledClock;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.Saving;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A manager whose minute is a second here. */
final class ManagersTimeTest {
  private static final long ORIGIN = 1_800_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final AttemptRef REF = new AttemptRef(1, 2, 3);

  private final ManagersTime time = new ManagersTime(new ScaledClock(ORIGIN, 60));

  private static ToWorker.Execute order(long timeoutMillis, long deadlineAtMillis, long every) {
    return new ToWorker.Execute(
        new Order(
            REF,
            "job",
            "t",
            2,
            "/",
            "true",
            "",
            new TreeMap<>(),
            1,
            0,
            timeoutMillis,
            deadlineAtMillis,
            new Saving(every, "signal USR1", "file:///shared", "shelf")));
  }

  @Test
  void whatAnOrderAllowsIsCountedInRealTime() {
    assertThat(time.heard(order(10 * MINUTE, ORIGIN + 120 * MINUTE, 5 * MINUTE)))
        .isEqualTo(order(10_000, ORIGIN + 120_000, 5_000));
  }

  @Test
  void noLimitStaysNone() {
    assertThat(time.heard(order(0, 0, 0))).isEqualTo(order(0, 0, 0));
  }

  @Test
  void howLongItTookIsSaidInTheManagersTime() {
    var ending = new Ending.Exited(0);
    assertThat(time.said(new ToManager.Report(REF, ending, 2_500, "tail", true)))
        .isEqualTo(new ToManager.Report(REF, ending, 150_000, "tail", true));
    assertThat(time.said(new ToManager.Checkpointed(REF, 3, 2_500, 100, 4_096)))
        .isEqualTo(new ToManager.Checkpointed(REF, 3, 150_000, 6_000, 4_096));
    assertThat(time.said(new ToManager.Slept(ORIGIN + 1_000, 30_000)))
        .isEqualTo(new ToManager.Slept(ORIGIN + MINUTE, 30 * MINUTE));
  }

  @Test
  void whatHasNoTimeIsSaidAsItIs() {
    assertThat(time.said(new ToManager.Resized(3, 4))).isEqualTo(new ToManager.Resized(3, 4));
    assertThat(time.heard(new ToWorker.Cancel(REF))).isEqualTo(new ToWorker.Cancel(REF));
  }
}
