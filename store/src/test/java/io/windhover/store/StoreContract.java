package io.windhover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Request;
import io.windhover.store.Store.Result;
import io.windhover.store.Store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every store keeps to, whatever is under it. */
abstract class StoreContract {
  /** Opens the store of this test, making it the first time. */
  abstract Store open();

  abstract StoreView view();

  abstract RequestDesk desk();

  static Entry entry(long sequence) {
    return new Entry(sequence, 1_000 + sequence, "batch " + sequence, "decision " + sequence);
  }

  static Result succeeded(int task) {
    return new Result(1, task, 1, Result.SUCCEEDED, 5_000 + task, "exit 0");
  }

  static List<Entry> entriesOf(StoreView store, long after) {
    var entries = new ArrayList<Entry>();
    store.entriesAfter(after, entries::add);
    return entries;
  }

  static List<Result> resultsOf(StoreView store) {
    var results = new ArrayList<Result>();
    store.results(results::add);
    return results;
  }

  @Test
  void aNewStoreIsEmpty() {
    try (Store store = open()) {
      assertThat(store.lastSequence()).isZero();
      assertThat(entriesOf(store, 0)).isEmpty();
      assertThat(resultsOf(store)).isEmpty();
      assertThat(store.latestSnapshot()).isEmpty();
      assertThat(store.value("progress")).isEmpty();
      assertThat(store.pendingRequests()).isEmpty();
      assertThat(store.answerTo(1)).isEmpty();
    }
  }

  @Test
  void whatWasAppendedIsThereAfterReopening() {
    try (Store store = open()) {
      store.append(List.of(entry(1), entry(2)), List.of(succeeded(7)), Durability.PROCESS_CRASH);
      store.append(List.of(entry(3)), List.of(succeeded(3)), Durability.POWER_LOSS);
      store.append(List.of(), List.of(), Durability.POWER_LOSS);
    }
    try (Store store = open()) {
      assertThat(store.lastSequence()).isEqualTo(3);
      assertThat(entriesOf(store, 0)).containsExactly(entry(1), entry(2), entry(3));
      assertThat(entriesOf(store, 2)).containsExactly(entry(3));
      assertThat(entriesOf(store, 3)).isEmpty();
      assertThat(resultsOf(store)).containsExactly(succeeded(7), succeeded(3));
      store.append(List.of(entry(4)), List.of(), Durability.PROCESS_CRASH);
      assertThat(store.lastSequence()).isEqualTo(4);
    }
  }

  @Test
  void aGapOrARepetitionInTheJournalIsRefused() {
    try (Store store = open()) {
      store.append(List.of(entry(1)), List.of(), Durability.PROCESS_CRASH);
      for (List<Entry> wrong :
          List.of(List.of(entry(1)), List.of(entry(3)), List.of(entry(2), entry(4)))) {
        assertThatThrownBy(() -> store.append(wrong, List.of(), Durability.PROCESS_CRASH))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(entriesOf(store, 0)).containsExactly(entry(1));
    }
  }

  @Test
  void aSecondSuccessOfATaskIsRefusedWithEverythingAroundIt() {
    try (Store store = open()) {
      var failed = new Result(1, 7, 1, "failed", 1, "exit 1");
      store.append(List.of(entry(1)), List.of(failed, failed), Durability.PROCESS_CRASH);
      store.append(List.of(entry(2)), List.of(succeeded(7)), Durability.PROCESS_CRASH);
      var again = new Result(1, 7, 2, Result.SUCCEEDED, 9, "exit 0");
      assertThatThrownBy(
              () ->
                  store.append(
                      List.of(entry(3)), List.of(succeeded(8), again), Durability.PROCESS_CRASH))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("task=7");
      assertThat(store.lastSequence()).isEqualTo(2);
      var ofAnotherJob = new Result(2, 7, 1, Result.SUCCEEDED, 9, "exit 0");
      store.append(
          List.of(entry(3)), List.of(succeeded(8), ofAnotherJob), Durability.PROCESS_CRASH);
      assertThat(resultsOf(store))
          .containsExactly(failed, failed, succeeded(7), succeeded(8), ofAnotherJob);
    }
  }

  @Test
  void theNewestSnapshotCounts() {
    try (Store store = open()) {
      for (long sequence = 10; sequence <= 50; sequence += 10) {
        store.saveSnapshot(new Snapshot(sequence, "state " + sequence));
      }
      store.saveSnapshot(new Snapshot(50, "state 50 again"));
    }
    try (Store store = open()) {
      assertThat(store.latestSnapshot()).contains(new Snapshot(50, "state 50 again"));
    }
  }

  @Test
  void textsThatBelongToASnapshotAreKeptWithIt() {
    try (Store store = open()) {
      store.put("gone", "soon");
      store.saveSnapshot(
          new Snapshot(3, "state"), Long.MAX_VALUE, Map.of("lease/1", "open", "gone", ""));
    }
    try (Store store = open()) {
      assertThat(store.latestSnapshot()).contains(new Snapshot(3, "state"));
      assertThat(store.value("lease/1")).contains("open");
      assertThat(store.value("gone")).isEmpty();
    }
  }

  @Test
  void textsAreFoundByWhatTheirKeysBeginWith() {
    try (Store store = open()) {
      store.put("lease/2", "second");
      store.put("lease", "none of them");
      store.put("lease/10", "tenth");
      store.put("lease0", "none of them");
      store.put("lease/\u00e9", "last");
      List<String> found = new ArrayList<>();
      store.texts(KeyRange.startingWith("lease/", 10), (key, text) -> found.add(text));
      assertThat(found).containsExactly("tenth", "second", "last");
      store.texts(KeyRange.startingWith("nothing/", 10), (key, text) -> found.add(text));
      assertThat(found).hasSize(3);
    }
  }

  @Test
  void entriesThatNoSnapshotNeedsCanBeForgotten() {
    try (Store store = open()) {
      for (long sequence = 1; sequence <= 10; sequence++) {
        store.append(List.of(entry(sequence)), List.of(), Durability.PROCESS_CRASH);
      }
      assertThatThrownBy(() -> store.forgetEntries(1, 9))
          .isInstanceOf(IllegalArgumentException.class);
      store.saveSnapshot(new Snapshot(6, "state 6"));
      store.saveSnapshot(new Snapshot(9, "state 9"));
      assertThatThrownBy(() -> store.forgetEntries(7, 9))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(store.forgetEntries(6, 4)).isEqualTo(4);
      assertThat(store.forgetEntries(6, 4)).isEqualTo(2);
      assertThat(store.forgetEntries(6, 4)).isZero();
    }
    try (Store store = open()) {
      assertThat(entriesOf(store, 0)).containsExactly(entry(7), entry(8), entry(9), entry(10));
      assertThat(store.lastSequence()).isEqualTo(10);
    }
  }

  @Test
  void aTextIsReplacedAsAWhole() {
    try (Store store = open();
        StoreView view = view()) {
      store.put("progress", "1 of 10");
      store.put("other", "");
      store.put("progress", "2 of 10");
      assertThat(store.value("progress")).contains("2 of 10");
      assertThat(view.value("progress")).contains("2 of 10");
      assertThat(view.value("other")).contains("");
    }
  }

  @Test
  void textsAreReplacedWithTheEntriesOrNotAtAll() {
    try (Store store = open()) {
      store.append(
          List.of(entry(1)),
          List.of(succeeded(1)),
          Map.of("progress", "1", "running", "none"),
          Durability.PROCESS_CRASH);
      store.append(List.of(), List.of(), Map.of("running", "some"), Durability.POWER_LOSS);
      assertThatThrownBy(
              () ->
                  store.append(
                      List.of(entry(2)),
                      List.of(succeeded(1)),
                      Map.of("progress", "2"),
                      Durability.PROCESS_CRASH))
          .isInstanceOf(IllegalStateException.class);
      assertThat(store.value("progress")).contains("1");
      assertThat(store.value("running")).contains("some");
    }
  }

  @Test
  void anEmptyTextIsRemovedWithTheEntries() {
    try (Store store = open()) {
      Map<String, String> both = Map.of("here", "1", "there", "2");
      store.append(List.of(entry(1)), List.of(), both, Durability.PROCESS_CRASH);
      Map<String, String> none = Map.of("here", "", "nowhere", "");
      store.append(List.of(entry(2)), List.of(), none, Durability.PROCESS_CRASH);
      assertThat(store.value("here")).isEmpty();
      assertThat(store.value("nowhere")).isEmpty();
      assertThat(store.value("there")).contains("2");
    }
  }

  @Test
  void requestsOfOthersArriveInOrderAndAreAnsweredOnce() {
    try (Store store = open();
        RequestDesk desk = desk()) {
      assertThat(store.pendingRequests()).isEmpty();
      long first = desk.request("cancel 3");
      long second = desk.request("retry 4");
      assertThat(store.pendingRequests())
          .containsExactly(new Request(first, "cancel 3"), new Request(second, "retry 4"));
      assertThat(desk.answerTo(first)).isEmpty();
      store.answer(first, "done");
      store.answer(first, "too late");
      assertThat(store.pendingRequests()).containsExactly(new Request(second, "retry 4"));
      assertThat(desk.answerTo(first)).contains("done");
      long own = store.request("from within");
      assertThat(store.pendingRequests()).hasSize(2).contains(new Request(own, "from within"));
      store.answer(second, "");
      store.answer(own, "yes");
      assertThat(store.pendingRequests()).isEmpty();
      assertThat(desk.answerTo(second)).contains("");
    }
  }

  @Test
  void aViewFollowsTheWriter() {
    try (Store store = open();
        StoreView view = view()) {
      assertThat(view.lastSequence()).isZero();
      store.append(List.of(entry(1)), List.of(succeeded(1)), Durability.PROCESS_CRASH);
      assertThat(view.lastSequence()).isEqualTo(1);
      assertThat(entriesOf(view, 0)).containsExactly(entry(1));
      store.saveSnapshot(new Snapshot(1, "state"));
      assertThat(view.latestSnapshot()).contains(new Snapshot(1, "state"));
      assertThat(resultsOf(view)).containsExactly(succeeded(1));
    }
  }

  @Test
  void aReaderInTheMidstOfTheJournalDoesNotHinderTheWriter() {
    try (Store store = open();
        StoreView view = view()) {
      store.append(List.of(entry(1), entry(2)), List.of(), Durability.PROCESS_CRASH);
      var seen = new ArrayList<Entry>();
      view.entriesAfter(
          0,
          entry -> {
            seen.add(entry);
            store.append(
                List.of(entry(store.lastSequence() + 1)), List.of(), Durability.PROCESS_CRASH);
          });
      assertThat(seen).containsExactly(entry(1), entry(2));
      assertThat(store.lastSequence()).isEqualTo(4);
    }
  }

  @Test
  void aConsumerThatThrowsLeavesTheStoreUsable() {
    try (Store store = open()) {
      store.append(List.of(entry(1)), List.of(), Durability.PROCESS_CRASH);
      assertThatThrownBy(
              () ->
                  store.entriesAfter(
                      0,
                      entry -> {
                        throw new IllegalStateException("enough");
                      }))
          .hasMessage("enough");
      store.append(List.of(entry(2)), List.of(), Durability.POWER_LOSS);
      assertThat(entriesOf(store, 0)).hasSize(2);
    }
  }

  @Test
  void textsOfEveryKindComeBackAsTheyWent() {
    var random = new Random(7);
    var noise = new StringBuilder();
    for (int i = 0; i < 40_000; i++) {
      noise.appendCodePoint(random.nextInt(0xd000));
    }
    var texts =
        List.of(
            "",
            "a\u0000b",
            "it's \"quoted\"\r\n\\ ?1 ; DROP TABLE journal",
            "smile \ud83d\ude00 größer 風",
            "x".repeat(PackedText.PLAIN_CHARS_MAX),
            "x".repeat(PackedText.PLAIN_CHARS_MAX + 1),
            "\ud83d\ude00".repeat(PackedText.PLAIN_CHARS_MAX),
            noise.toString());
    try (Store store = open();
        StoreView view = view()) {
      for (String text : texts) {
        long sequence = store.lastSequence() + 1;
        store.append(
            List.of(new Entry(sequence, Long.MIN_VALUE, text, text)),
            List.of(new Result(0, 0, (int) sequence, "failed", Long.MAX_VALUE, text)),
            Durability.PROCESS_CRASH);
        store.saveSnapshot(new Snapshot(sequence, text));
        assertThat(view.latestSnapshot()).contains(new Snapshot(sequence, text));
        store.put("key", text);
        assertThat(view.value("key")).contains(text);
        long request = store.request(text);
        assertThat(store.pendingRequests()).containsExactly(new Request(request, text));
        store.answer(request, text);
        assertThat(store.answerTo(request)).contains(text);
      }
      assertThat(entriesOf(view, 0)).extracting(Entry::batch).isEqualTo(texts);
      assertThat(entriesOf(view, 0)).extracting(Entry::decision).isEqualTo(texts);
      assertThat(resultsOf(view)).extracting(Result::detail).isEqualTo(texts);
    }
  }

  @Test
  void aJobOfAHundredMegabytesIsKept() {
    var lines = new StringBuilder(110_000_000);
    for (int i = 0; lines.length() < 100_000_000; i++) {
      lines.append("./simulate.sh --seed ").append(i * 31L).append(" --out results/part-");
      lines.append(i).append(".csv --verbose --model windy --steps 1000\n");
    }
    String job = lines.toString();
    lines.setLength(0);
    lines.trimToSize();
    try (Store store = open()) {
      store.append(List.of(new Entry(1, 0, job, "")), List.of(), Durability.POWER_LOSS);
    }
    try (Store store = open()) {
      store.entriesAfter(0, entry -> assertThat(entry.batch().equals(job)).isTrue());
    }
  }

  @Test
  void manyThreadsMayCall() throws Exception {
    try (Store store = open()) {
      var asking =
          new Thread(
              () -> {
                for (int i = 0; i < 200; i++) {
                  store.answer(store.request("r" + i), "a" + i);
                }
              });
      asking.start();
      for (int i = 1; i <= 500; i++) {
        store.append(List.of(entry(i)), List.of(succeeded(i)), Durability.PROCESS_CRASH);
        store.pendingRequests();
      }
      asking.join();
      assertThat(store.pendingRequests()).isEmpty();
      assertThat(entriesOf(store, 0)).hasSize(500);
    }
  }
}
