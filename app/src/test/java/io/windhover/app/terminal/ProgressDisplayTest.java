package io.windhover.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.manager.Progress;
import io.windhover.manager.Progress.JobProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ProgressDisplayTest {
  private static final long HOUR_MILLIS = 3_600_000;

  private static Progress progress(int succeeded) {
    var job =
        new JobProgress(
            1,
            "sweep",
            100,
            100 - succeeded,
            0,
            succeeded,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            Long.MAX_VALUE,
            -1,
            false,
            "",
            0);
    return new Progress(0, 1, 0, List.of(job));
  }

  @Test
  void whoLooksLaterSeesHowLongTheJobHasRun() throws InterruptedException {
    var looks = new AtomicInteger();
    var said = new CountDownLatch(1);
    var text = new StringWriter();
    Writer heard =
        new Writer() {
          @Override
          public void write(char[] letters, int from, int length) {
            text.write(letters, from, length);
          }

          @Override
          public void flush() {
            said.countDown();
          }

          @Override
          public void close() {}
        };
    try (var display =
        new ProgressDisplay(new PrintWriter(heard), new Terminal(false, false, false))) {
      long began = System.currentTimeMillis() - 2 * HOUR_MILLIS;
      display.show(() -> progress(looks.getAndIncrement() == 0 ? 10 : 50), began);
      assertThat(said.await(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(text.toString()).contains("50/100").contains("2h so far");
  }
}
