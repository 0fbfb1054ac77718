package io.windhover.capacity.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceFailure;
import io.windhover.capacity.SourceThread;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every source keeps to, so that a manager needs to know nothing else of it. Its own test
 * extends this with a {@link MachinePlace}; whatever calls are lost, late or made twice, a machine
 * is rented once, shown while it is there, and gone once it was given back.
 */
@Timeout(600)
public abstract class SourceContract {
  private static final String MARK = "wh-0c0c0c0c-";
  private static final String MARK_OF_OTHERS = "wh-0d0d0d0d-";
  private static final String SECRET = "a secret for lease ";
  private static final long PATIENCE_SECONDS = 60;
  private static final int RACES = 8;

  private MachinePlace place;
  private Source source;

  /** An empty place. */
  protected abstract MachinePlace place() throws Exception;

  @BeforeEach
  void open() throws Exception {
    place = place();
    source = place.open(MARK);
  }

  @AfterEach
  void close() {
    source.close();
    place.close();
  }

  private static String lease(int machine) {
    return "%s%d-%016x".formatted(MARK, machine, machine * 0x9e3779b97f4a7c15L);
  }

  private LeaseOrder order(int machine) throws SourceFailure {
    return new LeaseOrder(lease(machine), machine, anOffer(), SECRET + lease(machine));
  }

  private String anOffer() throws SourceFailure {
    return source.offers().stream()
        .filter(offer -> offer.limit() > 0)
        .map(Offer::name)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing can be rented here"));
  }

  private static Optional<Sighting> seen(Source from, int machine) {
    try {
      List<Sighting> of =
          from.survey().stream().filter(s -> s.lease().equals(lease(machine))).toList();
      assertThat(of).as("sightings of one lease").hasSizeLessThan(2);
      return of.stream().findFirst();
    } catch (SourceFailure e) {
      throw new AssertionError("a survey failed", e);
    }
  }

  private static boolean isThere(Source from, int machine) {
    return seen(from, machine)
        .filter(s -> s.state() != State.ENDED && s.state() != State.REFUSED)
        .isPresent();
  }

  private long dialIns(int machine) {
    return place.dialledIn().stream().filter(d -> d.lease().equals(lease(machine))).count();
  }

  /** One machine comes up for this lease, and however long one waits no second one does. */
  private void rentedOnce(int machine) {
    assertThat(place.until(() -> dialIns(machine) > 0)).as("the machine dials in").isTrue();
    assertThat(place.until(() -> dialIns(machine) > 1)).as("a second one dials in").isFalse();
    assertThat(isThere(source, machine)).as("the survey shows it").isTrue();
  }

  @Test
  void offersComeInAFixedOrderEachUnderItsOwnName() throws Exception {
    List<Offer> offers = source.offers();
    assertThat(offers).isNotEmpty().doesNotHaveDuplicates();
    assertThat(offers.stream().map(Offer::name)).doesNotHaveDuplicates().doesNotContain("");
    assertThat(source.offers()).isEqualTo(offers);
    assertThat(place.open(MARK).offers()).as("after a restart").isEqualTo(offers);
  }

  @Test
  void aMachineDialsInWithItsLeaseAndItsJoinSecret() throws Exception {
    source.ask(order(1));
    rentedOnce(1);
    assertThat(place.dialledIn())
        .containsExactly(new MachinePlace.DialIn(lease(1), SECRET + lease(1)));
  }

  @Test
  void askedTwiceItRentsOnce() throws Exception {
    source.ask(order(1));
    source.ask(order(1));
    rentedOnce(1);
    source.ask(order(1));
    rentedOnce(1);
  }

  /** Its answer was lost, and whoever asked may have been killed. */
  @Test
  void askedAgainAfterARestartItRentsOnce() throws Exception {
    source.ask(order(1));
    source.close();
    source = place.open(MARK);
    source.ask(order(1));
    rentedOnce(1);
  }

  @Test
  void askedByTwoAtOnceItRentsOnce() throws Exception {
    ExecutorService both = Executors.newFixedThreadPool(2);
    try {
      for (int machine = 1; machine <= RACES; machine++) {
        LeaseOrder order = order(machine);
        CountDownLatch start = new CountDownLatch(2);
        List<Future<?>> asked = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          asked.add(
              both.submit(
                  () -> {
                    start.countDown();
                    start.await();
                    source.ask(order);
                    return null;
                  }));
        }
        for (Future<?> one : asked) {
          one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        rentedOnce(machine);
        source.release(order.lease()); // Places may be small.
        ends(machine);
      }
    } finally {
      both.shutdownNow();
    }
  }

  private void ends(int machine) {
    assertThat(place.until(() -> !isThere(source, machine))).as("the machine ends").isTrue();
  }

  @Test
  void aRefusedAskRentsNothing() throws Exception {
    LeaseOrder refused = new LeaseOrder(lease(1), 1, "no-such-offer", "secret");
    assertThatThrownBy(() -> source.ask(refused)).isInstanceOf(LaunchRefusal.class);
    assertThatThrownBy(() -> source.ask(refused)).isInstanceOf(LaunchRefusal.class);
    assertThat(place.until(() -> isThere(source, 1) || dialIns(1) > 0)).isFalse();
  }

  @Test
  void whatIsGivenBackEndsAndAskedForAgainStaysEnded() throws Exception {
    source.ask(order(1));
    rentedOnce(1);
    source.release(lease(1));
    ends(1);
    source.release(lease(1));
    source.ask(order(1)); // A late copy of the first call.
    assertThat(place.until(() -> isThere(source, 1) || dialIns(1) > 1)).isFalse();
  }

  @Test
  void whatIsGivenBackBeforeItIsUpNeverComes() throws Exception {
    source.ask(order(1));
    source.release(lease(1));
    ends(1);
    long before = dialIns(1);
    assertThat(place.until(() -> dialIns(1) > before)).as("it dials in afterwards").isFalse();
  }

  @Test
  void whatNeverWasCanBeGivenBack() throws Exception {
    source.release(lease(7));
    assertThat(isThere(source, 7)).isFalse();
  }

  @Test
  void aSurveyShowsWhatIsThereFromTheFirstMomentAndWhatHasEndedOfLate() throws Exception {
    source.ask(order(1));
    source.ask(order(2));
    List<Sighting> first = List.of(seen(source, 1).orElseThrow(), seen(source, 2).orElseThrow());
    rentedOnce(1);
    rentedOnce(2);
    List<Sighting> up = List.of(seen(source, 1).orElseThrow(), seen(source, 2).orElseThrow());
    source.release(lease(1));
    ends(1);
    Sighting ended = seen(source, 1).orElseThrow(() -> new AssertionError("not shown any more"));
    follows(first.get(0), up.get(0));
    follows(first.get(1), up.get(1));
    follows(up.get(0), ended);
    follows(up.get(1), seen(source, 2).orElseThrow());
    assertThat(up).extracting(Sighting::state).containsOnly(State.RUNNING);
    assertThat(up).allSatisfy(s -> assertThat(s.sinceMillis()).isPositive());
    assertThat(ended.state()).isEqualTo(State.ENDED);
    Source again = place.open(MARK);
    assertThat(seen(again, 1)).as("after a restart").contains(ended);
    again.close();
  }

  /** What is said of one lease, sooner and later, by the source's own clock. */
  private static void follows(Sighting sooner, Sighting later) {
    assertThat(later.lease()).isEqualTo(sooner.lease());
    if (sooner.sinceMillis() > 0) {
      assertThat(later.sinceMillis()).as("charged since").isEqualTo(sooner.sinceMillis());
    }
    assertThat(later.changedAtMillis()).isGreaterThanOrEqualTo(sooner.changedAtMillis());
    assertThat(later.frozenMillis()).isGreaterThanOrEqualTo(sooner.frozenMillis());
    if (later.state() == sooner.state()) {
      assertThat(later.changedAtMillis()).isEqualTo(sooner.changedAtMillis());
    }
    if (later.sinceMillis() > 0) {
      assertThat(later.changedAtMillis()).isGreaterThanOrEqualTo(later.sinceMillis());
      assertThat(later.frozenMillis()).isBetween(0L, later.changedAtMillis() - later.sinceMillis());
    }
  }

  @Test
  void nothingOfAnotherPoolIsShown() throws Exception {
    Source others = place.open(MARK_OF_OTHERS);
    String theirs = MARK_OF_OTHERS + "1-00000000000000aa";
    others.ask(new LeaseOrder(theirs, 1, anOffer(), "secret"));
    source.ask(order(1));
    rentedOnce(1);
    assertThat(source.survey()).extracting(Sighting::lease).containsExactly(lease(1));
    assertThat(others.survey()).extracting(Sighting::lease).containsExactly(theirs);
    others.release(theirs);
    others.close();
  }

  @Test
  void afterItWasClosedNothingIsRented() throws Exception {
    LeaseOrder late = order(1);
    source.close();
    assertThatThrownBy(() -> source.ask(late))
        .isInstanceOfAny(LaunchRefusal.class, SourceFailure.class);
    source = place.open(MARK);
    assertThat(place.until(() -> isThere(source, 1))).isFalse();
  }

  /** Machines are asked for and given back in order, and each failure is an answer. */
  @Test
  void behindAThreadCallsKeepTheirOrderAndFailuresAreAnswers() throws Exception {
    BlockingQueue<SourceAnswer> answers = new LinkedBlockingQueue<>();
    LeaseOrder order = order(1);
    SourceThread desk = new SourceThread(place.open(MARK), answers::add, () -> 1);
    desk.ask(order);
    desk.ask(new LeaseOrder(lease(2), 2, "no-such-offer", "secret"));
    SourceAnswer.Seen refused = next(answers, SourceAnswer.Seen.class);
    assertThat(refused.sighting().state()).isEqualTo(State.REFUSED);
    assertThat(refused.sighting().lease()).isEqualTo(lease(2));
    desk.survey(5);
    SourceAnswer.Surveyed surveyed = next(answers, SourceAnswer.Surveyed.class);
    assertThat(surveyed.begunAtMillis()).isEqualTo(5);
    assertThat(surveyed.sightings()).extracting(Sighting::lease).contains(lease(1));
    desk.release(lease(1));
    desk.offers();
    assertThat(next(answers, SourceAnswer.Offered.class).offers()).isNotEmpty();
    desk.close(); // It lets the release be made.
    ends(1);
  }

  private static <T> T next(BlockingQueue<SourceAnswer> answers, Class<T> kind) throws Exception {
    SourceAnswer answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(answer).isInstanceOf(kind);
    return kind.cast(answer);
  }
}
