package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Limits;
import io.windhover.core.policy.MachineView.State;
import io.windhover.store.SqliteStore;
import io.windhover.wire.AttemptRef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * How a machine that was rented becomes the one that was asked for: by a join secret that whoever
 * reads its start-up data can know, and so only the first time; then by a key of its own.
 */
class RentedJoinTest extends RentedStage {
  @Test
  void aWrongSecretIsNotAnswered() {
    joins("s1", "guessed");
    assertThat(said).isEmpty();
    assertThat(state()).isEqualTo(State.REQUESTED);
  }

  @Test
  void theSecretIsExchangedForAKey() {
    joins("s1", order().joinSecret());
    assertThat(state()).isEqualTo(State.READY);
    assertThat(keys).hasSize(1).doesNotContain(order().joinSecret());
    joins("s1", keys.get(0), ref(onlyAttempt()));
    assertThat(said).as("known by its key").contains(order().lease() + " Welcome");
  }

  @Test
  void aWelcomeThatWasLostIsSaidAgain() {
    joins("s1", order().joinSecret());
    joins("s1", order().joinSecret());
    assertThat(keys).as("the same key again").hasSize(2).containsOnly(keys.get(0));
  }

  @Test
  void whoReadsTheStartUpDataLaterCannotTakeTheMachinesPlace() {
    joins("s1", order().joinSecret());
    AttemptRef running = ref(onlyAttempt());
    joins("s2", order().joinSecret());
    assertThat(said).as("a thief with the secret and a session of its own").isEmpty();
    joins("s2", keys.get(0));
    assertThat(said).as("a key belongs to one session").isEmpty();
    assertThat(ref(onlyAttempt())).as("what runs there goes on").isEqualTo(running);

    joins("s1", keys.get(0), running);
    joins("s1", order().joinSecret(), running);
    assertThat(said).as("the secret is worth nothing once the key was shown").isEmpty();
  }

  @Test
  void aRestartOfTheManagerChangesNothingAboutIt() {
    joins("s1", order().joinSecret());
    String key = keys.get(0);
    restart();
    joins("s2", order().joinSecret());
    assertThat(said).isEmpty();
    joins("s1", key, ref(onlyAttempt()));
    assertThat(said).contains(order().lease() + " Welcome");
  }

  @Test
  void aWorkerOfThePoolIsNoRentedMachine() {
    joins("s1", order().joinSecret());
    said.clear();
    join(order().lease(), "s1", 1);
    assertThat(said).as("the name alone proves nothing").isEmpty();
  }

  @Test
  void noSecretIsWrittenDown() {
    joins("s1", order().joinSecret());
    String key = keys.get(0);
    manager.close(nowMillis);
    List<String> written = new ArrayList<>();
    try (var view = SqliteStore.openForReading(folder.resolve("db"))) {
      view.entriesAfter(0, entry -> written.add(entry.batch() + entry.decision()));
      written.add(view.latestSnapshot().orElseThrow().state());
    }
    assertThat(written)
        .hasSizeGreaterThan(2)
        .noneMatch(text -> text.contains(order().joinSecret()) || text.contains(key));
  }

  @Test
  void ofAMachineThatWasGivenBackNoSessionIsLeftBehind() {
    joins("s1", order().joinSecret());
    String key = Roster.sessionKey(order().machine());
    assertThat(store.value(key)).contains("s1");
    CompletableFuture<Limits> recorded = manager.limit(new Limits(0, 0, 0, 1_000));
    turnAfter(2_000);
    assertThat(recorded).isCompleted();
    assertThat(world().machine(order().machine())).as("too old").isEmpty();
    assertThat(store.value(key)).isEmpty();
  }
}
