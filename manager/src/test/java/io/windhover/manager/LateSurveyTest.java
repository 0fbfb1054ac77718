package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.model.Offer;
import io.windhover.core.testkit.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of a source that overtake one another: an old one does not end what is there. */
class LateSurveyTest extends ManagerStage {
  private static final Offer LARGE = new Offer("large", Specs.priced("large", 1, 1_000_000), 2);

  private final List<LeaseOrder> asked = new ArrayList<>();

  @Override
  void start() {
    manager = new Manager(Recovery.load(store, new RentsOne()), store, SETTINGS, (b, d) -> {});
    manager.rentFrom(new AskedDesk(() -> manager, List.of(LARGE), asked), new byte[] {1});
    manager.start(wire, nowMillis);
  }

  @BeforeEach
  void oneIsAskedFor() {
    turnAfter(100);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
    assertThat(asked).hasSize(1);
  }

  private Sighting starting(long atMillis) {
    return new Sighting(asked.get(0).lease(), Sighting.State.STARTING, 0, atMillis);
  }

  private void surveyed(long begunAtMillis, Sighting... seen) {
    manager.heard(new SourceAnswer.Surveyed(begunAtMillis, List.of(seen)));
    turnAfter(100);
  }

  @Test
  void aSurveyFromBeforeTheMachineWasShownSaysNothingOfIt() {
    long begunAtMillis = nowMillis + 1;
    turnAfter(1_000);
    surveyed(nowMillis, starting(nowMillis - 500));
    surveyed(begunAtMillis);
    assertThat(world().machine(asked.get(0).machine())).isPresent();

    turnAfter(1_000);
    surveyed(nowMillis);
    assertThat(world().machine(asked.get(0).machine())).as("gone from its source").isEmpty();
  }

  @Test
  void soItIsWhereTheSourceTellsTheNewsByItself() {
    long begunAtMillis = nowMillis + 1;
    turnAfter(1_000);
    manager.heard(new SourceAnswer.Seen(starting(nowMillis)));
    surveyed(begunAtMillis);
    assertThat(world().machine(asked.get(0).machine())).isPresent();
  }

  /** A call for it was on its way while the source was looked at. */
  @Test
  void aSurveySaysNothingOfALeaseThatIsUnsettled() {
    LeaseOrder order = asked.get(0);
    manager.heard(new SourceAnswer.Seen(starting(nowMillis)));
    turnAfter(1_000);
    manager.heard(new SourceAnswer.Surveyed(nowMillis, Set.of(order.lease()), List.of()));
    turnAfter(1_000);
    assertThat(world().machine(order.machine())).isPresent();
    surveyed(nowMillis);
    assertThat(world().machine(order.machine())).as("gone from its source").isEmpty();
  }
}
