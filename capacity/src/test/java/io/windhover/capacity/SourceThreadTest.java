package io.windhover.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Offer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A source that fails or hangs is an answer to the manager, never a turn that waits. */
@Timeout(60)
class SourceThreadTest {
  private final BlockingQueue<SourceAnswer> answers = new LinkedBlockingQueue<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch letGo = new CountDownLatch(1);

  /** Fails to survey, and hangs at each release without minding to be interrupted. */
  private final class Poor implements Source {
    @Override
    public List<Offer> offers() {
      return List.of();
    }

    @Override
    public void ask(LeaseOrder order) {
      throw new IllegalStateException("a bug in it");
    }

    @Override
    public void release(String lease) {
      hanging.countDown();
      boolean over = false;
      while (!over) {
        try {
          letGo.await();
          over = true;
        } catch (InterruptedException itDoesNotMind) {
          over = false;
        }
      }
    }

    @Override
    public List<Sighting> survey() throws SourceFailure {
      throw new SourceFailure("the provider is out of reach");
    }

    @Override
    public void close() {}
  }

  private SourceAnswer next() throws InterruptedException {
    SourceAnswer answer = answers.poll(30, TimeUnit.SECONDS);
    assertThat(answer).isNotNull();
    return answer;
  }

  @Test
  void whatFailsIsAnswered() throws Exception {
    SourceThread desk = new SourceThread(new Poor(), answers::add, () -> 1);
    desk.survey();
    desk.ask(new LeaseOrder("wh-1", 1, "small", "the secret"));
    assertThat(next())
        .isEqualTo(new SourceAnswer.Failed("the survey", "the provider is out of reach"));
    assertThat(next())
        .isEqualTo(new SourceAnswer.Failed("asking for lease wh-1 of small for m1", "a bug in it"));
    desk.close();
  }

  @Test
  void whatHangsIsGivenUpAndTheNextCallIsMade() throws Exception {
    SourceThread desk = new SourceThread(new Poor(), answers::add, () -> 1, 200);
    desk.release("wh-1");
    desk.offers();
    hanging.await();
    assertThat(next())
        .isEqualTo(new SourceAnswer.Failed("releasing lease wh-1", "no answer after 0.2 s"));
    assertThat(next()).isEqualTo(new SourceAnswer.Offered(List.of()));
    letGo.countDown();
    desk.close();
    assertThat(answers).isEmpty();
  }
}
