package io.windhover.policies.harvest.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchMakerTest {
  private static final Need TWO_CORES = new Need(List.of(), 2, 0);

  /** A third of the spans each 20, 60 and 600; nearly all changes are shrinks. */
  private static Outlook restless() {
    History history = new History(1000);
    for (int i = 0; i < 300; i++) {
      history.changed(0, i % 3 == 0 ? 20 : i % 3 == 1 ? 60 : 600, Change.SHRANK, Change.SHRANK);
      history.changed(0, i % 3 == 0 ? 20 : i % 3 == 1 ? 60 : 600, Change.GREW, Change.SHRANK);
    }
    return new Outlook.ByBigrams(history);
  }

  private static Node node(int id, long elapsedMillis, int freeCores) {
    return new Node(id, List.of(), Change.GREW, elapsedMillis, new Room(freeCores, 0));
  }

  @Test
  void goesToTheNodeThatWillHoldStill() {
    MatchMaker maker = new MatchMaker(restless());
    MatchMaker.Choice choice =
        maker
            .match(new Request(TWO_CORES, 50), List.of(node(1, 0, 4), node(2, 100, 4)))
            .orElseThrow();
    assertThat(choice.node().id()).isEqualTo(2);
    assertThat(choice.now()).isTrue();
  }

  @Test
  void waitsForAStillNodeAndTheNextTaskSeesItsRoomTaken() {
    MatchMaker maker = new MatchMaker(restless());
    Node still = node(2, 100, 0);
    still.room().change(5, 2, 0);
    List<Node> nodes = List.of(node(1, 0, 4), still);
    MatchMaker.Choice first = maker.match(new Request(TWO_CORES, 50), nodes).orElseThrow();
    assertThat(first.node().id()).isEqualTo(2);
    assertThat(first.startMillis()).isEqualTo(5);
    // The second would have to wait until 55 and would rather take its chance.
    MatchMaker.Choice second = maker.match(new Request(TWO_CORES, 10), nodes).orElseThrow();
    assertThat(second.node().id()).isEqualTo(1);
    assertThat(second.now()).isTrue();
  }

  @Test
  void equalNodesByStillnessThenById() {
    MatchMaker maker = new MatchMaker(new Outlook.ByBigrams(new History(1000)));
    Request task = new Request(TWO_CORES, 50);
    assertThat(
            maker
                .match(task, List.of(node(3, 7, 4), node(2, 9, 4), node(1, 9, 4)))
                .orElseThrow()
                .node()
                .id())
        .isEqualTo(1);
  }

  @Test
  void nowhereWhenNoNodeIsLargeEnough() {
    MatchMaker maker = new MatchMaker(restless());
    assertThat(maker.match(new Request(TWO_CORES, 50), List.of(node(1, 0, 1)))).isEmpty();
  }

  @Test
  void aReportingNodeTakesTheTaskThatIsLikeliestToComplete() {
    Heartbeat heartbeat = new Heartbeat(restless(), Heartbeat.THRESHOLD);
    Node reporting = node(1, 0, 4);
    List<Request> tasks = List.of(new Request(TWO_CORES, 500), new Request(TWO_CORES, 10));
    assertThat(heartbeat.onReport(tasks, reporting, List.of(reporting)).orElseThrow().task())
        .isEqualTo(1);
  }

  @Test
  void belowTheThresholdTheShortestTaskLooksAtAllNodes() {
    Heartbeat heartbeat = new Heartbeat(restless(), Heartbeat.THRESHOLD);
    Node reporting = node(1, 0, 4);
    Node still = node(2, 100, 4);
    List<Request> tasks = List.of(new Request(TWO_CORES, 590), new Request(TWO_CORES, 400));
    Heartbeat.Choice choice =
        heartbeat.onReport(tasks, reporting, List.of(reporting, still)).orElseThrow();
    assertThat(choice.task()).isEqualTo(1);
    assertThat(choice.node().id()).isEqualTo(2);
  }

  @Test
  void aShortTaskGoesBeforeAClaimThatItDoesNotDelay() {
    Room room = new Room(2, 0);
    room.change(10, 2, 0);
    room.take(10, 50, 4, 0);
    assertThat(room.startMillis(2, 0, 10)).isEqualTo(0);
    assertThat(room.startMillis(2, 0, 11)).isEqualTo(60);
    assertThat(room.startMillis(5, 0, 1)).isEqualTo(Room.NEVER);
    assertThat(room.lastsMillis(0, 2, 0)).isEqualTo(10);
  }
}
