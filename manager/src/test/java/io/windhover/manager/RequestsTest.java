package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.Scheduler;
import io.windhover.store.RequestDesk;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store;
import io.windhover.wire.InProcessWire;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What another process leaves at the desk, and what it gets for an answer. */
final class RequestsTest {
  @TempDir private Path folder;
  private Store store;
  private RequestDesk desk;
  private Manager manager;

  @BeforeEach
  void startAManagerWithOneJob() {
    store = SqliteStore.create(folder.resolve("db"));
    desk = SqliteStore.openDesk(folder.resolve("db"));
    var scheduler = new Scheduler(new FirstFit(), List.of());
    manager = new Manager(scheduler, store, ManagerSettings.LOCAL, (batch, decision) -> {});
    manager.start(new InProcessWire(manager), 1_000);
    var accepted = manager.submit(RecoveryTest.job(3, 0));
    manager.turn(1_000);
    assertThat(accepted).isCompletedWithValue(1);
  }

  @AfterEach
  void close() {
    desk.close();
    store.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "cancel",
        "cancel ",
        "cancel 0",
        "cancel -1",
        "cancel 1 2",
        "cancel one",
        "cancel 99999999999",
        "Cancel 1",
        "retry",
        "release 1",
        "cancel\n1",
        "ü😀"
      })
  void badTextIsRefusedAndChangesNothing(String body) {
    long sequence = manager.world().sequence();
    long id = desk.request(body);
    manager.turn(2_000);
    assertThat(desk.answerTo(id)).contains("not a request this manager knows: " + body);
    assertThat(manager.world().sequence()).isEqualTo(sequence);
  }

  @Test
  void aJobThatIsNoneIsNamed() {
    long cancel = desk.request(Requests.cancel(2));
    long retry = desk.request(Requests.retry(7));
    manager.turn(2_000);
    assertThat(desk.answerTo(cancel)).contains("there is no job 2");
    assertThat(desk.answerTo(retry)).contains("there is no job 7");
  }

  @Test
  void aCancelIsOnDiskBeforeItIsAnswered() {
    long id = desk.request(Requests.cancel(1));
    assertThat(desk.answerTo(id)).isEmpty();
    manager.turn(2_000);
    assertThat(desk.answerTo(id)).contains(Requests.OK);
    assertThat(Recovery.load(store, new FirstFit()).world().job(1).cancelled()).isTrue();
  }

  @Test
  void aRequestIsCarriedOutOnceAndItsFirstAnswerStands() {
    long id = desk.request(Requests.cancel(1));
    manager.turn(2_000);
    long sequence = manager.world().sequence();
    for (int turn = 3; turn < 8; turn++) {
      manager.turn(turn * 1_000L);
    }
    assertThat(manager.world().sequence()).isEqualTo(sequence);
    store.answer(id, "changed my mind");
    assertThat(desk.answerTo(id)).contains(Requests.OK);
  }

  @Test
  void aClockThatIsSetBackKeepsNobodyWaiting() {
    manager.turn(3_600_000);
    manager.turn(1_000);
    long id = desk.request(Requests.cancel(1));
    manager.turn(1_100);
    assertThat(desk.answerTo(id)).contains(Requests.OK);
    assertThat(manager.world().nowMillis()).isEqualTo(3_600_100);
  }

  @Test
  void whatADeadManagerLeftUnansweredIsTakenUpByTheNext() {
    long id = desk.request(Requests.cancel(1));
    Scheduler scheduler = Recovery.load(store, new FirstFit());
    var next = new Manager(scheduler, store, ManagerSettings.LOCAL, (batch, decision) -> {});
    next.start(new InProcessWire(next), 3_000);
    next.turn(3_000);
    assertThat(desk.answerTo(id)).contains(Requests.OK);
    assertThat(next.world().job(1).cancelled()).isTrue();
  }
}
