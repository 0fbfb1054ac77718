package io.windhover.policies.harvest.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import org.junit.jupiter.api.Test;

class HistoryTest {
  @Test
  void shrinksAreCountedByWhatCameBeforeAndOneOfEachInAdvance() {
    History history = new History(1000);
    assertThat(history.bigrams().shrinkAfter(Change.GREW)).isEqualTo(0.5);
    history.changed(0, 10, Change.GREW, Change.SHRANK);
    history.changed(10, 10, Change.SHRANK, Change.GREW);
    history.changed(20, 10, Change.GREW, Change.SHRANK);
    // After a growth: two shrinks of two, and one of two in advance: 3/4.
    assertThat(history.bigrams().shrinkAfter(Change.GREW)).isEqualTo(0.75);
    assertThat(history.bigrams().shrinkAfter(Change.SHRANK)).isEqualTo(1 / 3.0);
  }

  @Test
  void whatIsOlderThanTheWindowIsForgotten() {
    History history = new History(1000);
    history.changed(0, 10, Change.GREW, Change.SHRANK);
    history.shrank(0, 10);
    history.changed(900, 30, Change.GREW, Change.GREW);
    history.forget(1000);
    assertThat(history.changes().size()).isEqualTo(1);
    assertThat(history.shrinks().size()).isEqualTo(0);
    assertThat(history.bigrams().shrinkAfter(Change.GREW)).isEqualTo(1 / 3.0);
  }

  @Test
  void whatIsWrittenDownIsReadAgain() {
    History history = new History(1000);
    history.changed(0, 10, Change.GREW, Change.SHRANK);
    history.changed(5, 70, Change.SHRANK, Change.SHRANK);
    history.changed(5, 7, Change.SHRANK, Change.GREW);
    history.shrank(0, 10);
    history.shrank(5, 70);
    History again = new History(1000);
    assertThat(MemoryReader.read(text(history), "harvest", 1, again::take)).isTrue();
    assertThat(text(again)).isEqualTo(text(history));
    assertThat(again.shrinks().size()).isEqualTo(2);
  }

  private static String text(History history) {
    MemoryWriter text = new MemoryWriter("harvest", 1);
    history.write(text);
    return text.text();
  }

  @Test
  void aShrinkIsCountedFromEveryChangeSinceTheOneBefore() {
    CoreLog log = new CoreLog();
    log.add(0, 10);
    log.add(5, 12);
    assertThat(log.sinceLastShrink()).containsExactly(0, 5);
    log.add(9, 8);
    log.add(20, 11);
    assertThat(log.sinceLastShrink()).containsExactly(9, 20);
  }
}
