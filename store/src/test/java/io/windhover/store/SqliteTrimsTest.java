package io.windhover.store;

import static io.windhover.store.StoreContract.entry;
import static io.windhover.store.StoreContract.resultsOf;
import static io.windhover.store.StoreContract.succeeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Result;
import io.windhover.store.Store.Snapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is dropped from a store, and what is kept in order. */
final class SqliteTrimsTest {
  @TempDir Path folder;

  private Store open() {
    return SqliteStore.create(folder.resolve("state.db"));
  }

  private StoreView view() {
    return SqliteStore.openForReading(folder.resolve("state.db"));
  }

  @Test
  void asManySnapshotsAreKeptAsItTakesToGoOnFromAnEntry() {
    try (Store store = open();
        StoreView view = view()) {
      assertThat(view.earliestSnapshot()).isEmpty();
      assertThat(view.firstSequence()).isZero();
      for (long sequence = 1; sequence <= 50; sequence++) {
        store.append(List.of(entry(sequence)), List.of(), Durability.PROCESS_CRASH);
        if (sequence % 10 == 0) {
          store.saveSnapshot(new Snapshot(sequence, "state " + sequence), sequence - 25, Map.of());
        }
      }
      assertThat(view.earliestSnapshot()).contains(new Snapshot(20, "state 20"));
      assertThat(store.forgetEntries(20, 100)).isEqualTo(20);
      assertThat(view.firstSequence()).isEqualTo(21);
      assertThatThrownBy(() -> store.forgetEntries(21, 1))
          .isInstanceOf(IllegalArgumentException.class);
      store.saveSnapshot(new Snapshot(50, "state 50"), 50, Map.of());
      assertThat(view.earliestSnapshot()).contains(new Snapshot(40, "state 40"));
    }
  }

  @Test
  void resultsOfAJobGoInSteps() {
    try (Store store = open()) {
      var another = new Result(2, 7, 1, Result.SUCCEEDED, 9, "exit 0");
      store.append(
          List.of(entry(1)),
          List.of(succeeded(1), another, succeeded(2), succeeded(3)),
          Durability.PROCESS_CRASH);
      assertThat(store.forgetResults(1, 2)).isEqualTo(2);
      assertThat(store.forgetResults(1, 2)).isEqualTo(1);
      assertThat(store.forgetResults(1, 2)).isZero();
      assertThat(resultsOf(store)).containsExactly(another);
    }
  }

  @Test
  void textsAreReadByTheOrderOfTheirKeys() {
    try (Store store = open();
        StoreView view = view()) {
      for (String key : List.of("b/3", "a/1", "b/1", "c/1", "b/2", "b")) {
        store.put(key, "text of " + key);
      }
      KeyRange all = KeyRange.startingWith("b/", 9);
      assertThat(keysOf(store, all)).containsExactly("b/1", "b/2", "b/3");
      assertThat(keysOf(view, all.backwards())).containsExactly("b/3", "b/2", "b/1");
      assertThat(keysOf(view, all.backwards().endingBefore("b/3"))).containsExactly("b/2", "b/1");
      assertThat(keysOf(store, KeyRange.startingWith("b/", 2))).containsExactly("b/1", "b/2");
    }
  }

  private static List<String> keysOf(StoreView store, KeyRange range) {
    List<String> keys = new ArrayList<>();
    store.texts(
        range,
        (key, text) -> {
          assertThat(text).isEqualTo("text of " + key);
          keys.add(key);
        });
    return keys;
  }
}
