package io.windhover.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Offer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A source that fails or hangs is an answer to the manager, never a turn that waits. */
@Timeout(60)
class SourceThreadTest {
  private static final LeaseOrder ORDER = new LeaseOrder("wh-1", 1, "small", "the secret");
  private static final long NEVER_GIVEN_UP = 600_000;

  private final BlockingQueue<SourceAnswer> answers = new LinkedBlockingQueue<>();

  /** The calls in the order in which they reached the source. */
  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

  /** Calls that hang until their latch is open, and do not mind to be interrupted. */
  private final Map<String, CountDownLatch> hanging = new ConcurrentHashMap<>();

  private @Nullable SourceThread opened;

  /** Has nothing and rents nothing, but hangs where it is told to. */
  private final class Sluggish implements Source {
    private void call(String what) {
      calls.add(what);
      CountDownLatch latch = hanging.get(what);
      boolean hangs = latch != null;
      while (hangs) {
        try {
          latch.await();
          hangs = false;
        } catch (InterruptedException itDoesNotMind) {
          hangs = true;
        }
      }
    }

    @Override
    public List<Offer> offers() {
      call("offers");
      return List.of();
    }

    @Override
    public void ask(LeaseOrder order) {
      call("ask " + order.lease());
    }

    @Override
    public void release(String lease) {
      call("release " + lease);
    }

    @Override
    public List<Sighting> survey() {
      call("survey");
      return List.of();
    }

    @Override
    public void close() {}
  }

  /** Fails at everything, by its contract and against it. */
  private static final class Broken implements Source {
    @Override
    public List<Offer> offers() {
      return List.of();
    }

    @Override
    public void ask(LeaseOrder order) {
      throw new IllegalStateException("a bug in it");
    }

    @Override
    public void release(String lease) {}

    @Override
    public List<Sighting> survey() throws SourceFailure {
      throw new SourceFailure("the provider is out of reach");
    }

    @Override
    public void close() {}
  }

  private SourceThread desk(Source source, long callMillisMax) {
    opened = new SourceThread(source, answers::add, () -> 1, callMillisMax);
    return opened;
  }

  private void hang(String... whats) {
    for (String what : whats) {
      hanging.put(what, new CountDownLatch(1));
    }
  }

  private void letGo(String what) {
    CountDownLatch latch = hanging.remove(what);
    assertThat(latch).isNotNull();
    latch.countDown();
  }

  @AfterEach
  void letAllGo() {
    List.copyOf(hanging.keySet()).forEach(this::letGo);
    if (opened != null) {
      opened.close();
    }
  }

  private static <T> T next(BlockingQueue<T> from) throws InterruptedException {
    T one = from.poll(30, TimeUnit.SECONDS);
    assertThat(one).isNotNull();
    return one;
  }

  @Test
  void whatFailsIsAnswered() throws Exception {
    SourceThread desk = desk(new Broken(), NEVER_GIVEN_UP);
    desk.survey(7);
    assertThat(next(answers))
        .isEqualTo(new SourceAnswer.Failed("the survey", "the provider is out of reach"));
    desk.ask(ORDER);
    assertThat(next(answers))
        .isEqualTo(new SourceAnswer.Failed("asking for lease wh-1 of small for m1", "a bug in it"));
  }

  @Test
  void whatHangsIsGivenUpAndTheNextCallIsMade() throws Exception {
    hang("release wh-1");
    SourceThread desk = desk(new Sluggish(), 200);
    desk.release("wh-1");
    desk.release("wh-2");
    assertThat(next(answers))
        .isEqualTo(new SourceAnswer.Failed("releasing lease wh-1", "no answer after 0.2 s"));
    assertThat(next(calls)).isEqualTo("release wh-1");
    assertThat(next(calls)).isEqualTo("release wh-2");
    letGo("release wh-1");
    desk.close();
    assertThat(answers).as("what was given up is not heard").isEmpty();
  }

  /** As a manager asks each minute while its source's list of prices hangs for two hours. */
  @Test
  void offersThatHangKeepNothingElseFromBeingDone() throws Exception {
    hang("offers");
    SourceThread desk = desk(new Sluggish(), NEVER_GIVEN_UP);
    desk.offers();
    assertThat(next(calls)).isEqualTo("offers");
    for (int minute = 0; minute < 120; minute++) {
      desk.offers();
      desk.survey(minute);
      assertThat(next(calls)).isEqualTo("survey");
      assertThat(next(answers)).isEqualTo(new SourceAnswer.Surveyed(minute, List.of()));
    }
    desk.release("wh-1");
    assertThat(next(calls)).isEqualTo("release wh-1");
    letGo("offers");
    assertThat(next(answers)).isEqualTo(new SourceAnswer.Offered(List.of()));
    desk.close();
    assertThat(calls).as("two hours of questions were one").isEmpty();
  }

  @Test
  void surveysThatHangAreOneAndKeepNoMachineFromBeingGivenBack() throws Exception {
    hang("survey");
    SourceThread desk = desk(new Sluggish(), NEVER_GIVEN_UP);
    for (int minute = 0; minute < 120; minute++) {
      desk.survey(minute);
    }
    assertThat(next(calls)).isEqualTo("survey");
    desk.ask(ORDER);
    desk.release("wh-1");
    assertThat(next(calls)).isEqualTo("ask wh-1");
    assertThat(next(calls)).isEqualTo("release wh-1");
    letGo("survey");
    assertThat(next(answers))
        .as("with the time of the first, and nothing of what came after it is known")
        .isEqualTo(new SourceAnswer.Surveyed(0, Set.of("wh-1"), List.of()));
    desk.close();
    assertThat(calls).isEmpty();
  }

  /** What is not there yet would else be taken for what is gone. */
  @Test
  void aSurveySaysForWhichLeasesCallsAreStillOnTheirWay() throws Exception {
    hang("ask wh-1");
    SourceThread desk = desk(new Sluggish(), NEVER_GIVEN_UP);
    desk.ask(ORDER);
    desk.release("wh-1");
    assertThat(next(calls)).isEqualTo("ask wh-1");
    desk.survey(5);
    assertThat(next(answers)).isEqualTo(new SourceAnswer.Surveyed(5, Set.of("wh-1"), List.of()));
    assertThat(next(calls)).isEqualTo("survey");
    letGo("ask wh-1");
    assertThat(next(calls)).isEqualTo("release wh-1");
    desk.release("wh-2");
    assertThat(next(calls)).isEqualTo("release wh-2");
    desk.survey(6);
    assertThat(((SourceAnswer.Surveyed) next(answers)).unsettled()).doesNotContain("wh-1");
  }

  /**
   * What was given up may still rent a machine, so a survey without it says nothing of its lease.
   */
  @Test
  void aCallThatWasGivenUpLeavesItsLeaseUnsettledUntilItHasReallyComeBack() throws Exception {
    hang("ask wh-1");
    SourceThread desk = desk(new Sluggish(), 200);
    desk.ask(ORDER);
    assertThat(next(answers)).isInstanceOf(SourceAnswer.Failed.class);
    assertThat(next(calls)).isEqualTo("ask wh-1");
    desk.survey(5);
    assertThat(next(answers)).isEqualTo(new SourceAnswer.Surveyed(5, Set.of("wh-1"), List.of()));
    letGo("ask wh-1");
    Set<String> unsettled = Set.of("wh-1");
    for (long atMillis = 6; !unsettled.isEmpty(); atMillis++) {
      desk.survey(atMillis);
      unsettled = ((SourceAnswer.Surveyed) next(answers)).unsettled();
    }
  }

  @Test
  void aCallThatWaitsAlreadyIsNotPutInLineAgain() throws Exception {
    hang("release wh-1");
    SourceThread desk = desk(new Sluggish(), NEVER_GIVEN_UP);
    desk.release("wh-1");
    for (int minute = 0; minute < 120; minute++) {
      desk.release("wh-1");
      desk.release("wh-2");
    }
    letGo("release wh-1");
    desk.close();
    assertThat(calls).containsExactly("release wh-1", "release wh-2");
  }

  @Test
  void whatIsTooMuchFailsAtOnce() throws Exception {
    hang("release wh-0");
    SourceThread desk = desk(new Sluggish(), NEVER_GIVEN_UP);
    for (int lease = 0; lease < CallLine.WAITING_MAX; lease++) {
      desk.release("wh-" + lease);
    }
    assertThat(answers).isEmpty();
    desk.release("wh-more");
    assertThat(next(answers))
        .isEqualTo(
            new SourceAnswer.Failed(
                "releasing lease wh-more", "10000 calls are waiting for the source"));
  }

  @Test
  void aClosedDeskMakesNoCallsAndDoesNotMind() {
    SourceThread desk = desk(new Sluggish(), NEVER_GIVEN_UP);
    desk.close();
    desk.release("wh-1");
    desk.ask(ORDER);
    desk.survey(1);
    desk.offers();
    assertThat(calls).isEmpty();
    assertThat(answers).isEmpty();
  }
}
