package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TickThreadTest {
  @Test
  void whatHasFailedOnceIsToldAndDoneAgain() throws InterruptedException {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    var times = new AtomicInteger();
    try (var ticks = new TickThread("test-ticks", seen::add)) {
      ticks.every(
          1,
          () -> {
            if (times.incrementAndGet() == 1) {
              throw new IllegalStateException("the disk was away");
            }
            seen.add("done");
          });
      assertThat(seen.poll(20, TimeUnit.SECONDS)).contains("the disk was away", "tried again");
      assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo("done");
    }
  }
}
