package io.windhover.policies.harvest.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.chance.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpansTest {
  private record Sample(long atMillis, long millis) {}

  @Test
  void answersAsCountingTheWindowDoes() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom chance = Chance.stream(seed, "spans", 0);
      long window = chance.nextInt(1, 2001);
      int spread = 1 + chance.nextInt(300);
      Spans spans = new Spans(window);
      List<Sample> all = new ArrayList<>();
      long now = 0;
      for (int step = 0; step < 300; step++) {
        now += chance.nextInt(3) == 0 ? chance.nextInt(100) : 0;
        if (chance.nextInt(4) > 0) {
          long millis = chance.nextInt(spread);
          spans.add(now, millis);
          all.add(new Sample(now, millis));
        } else {
          spans.forget(now);
          long oldest = now - window;
          all.removeIf(sample -> sample.atMillis() <= oldest);
          agree(spans, all, chance.nextInt(2 * spread), chance.nextInt(spread));
        }
      }
    }
  }

  private static void agree(Spans spans, List<Sample> all, long e, long d) {
    assertThat(spans.size()).isEqualTo(all.size());
    double aboveE = 1 + all.stream().filter(s -> s.millis() > e).count();
    double aboveEnd = 1 + all.stream().filter(s -> s.millis() > e + d).count();
    assertThat(Waits.still(spans, e, d)).isEqualTo(aboveEnd / aboveE);
    double wait =
        all.stream()
            .filter(s -> s.millis() > e && s.millis() <= e + d)
            .mapToLong(s -> s.millis() - e)
            .average()
            .orElse(0);
    assertThat(Waits.untilChangeMillis(spans, e, d)).isCloseTo(wait, within(1e-9));
  }

  @Test
  void withoutHistoryNothingIsExpected() {
    Spans spans = new Spans(1000);
    assertThat(Waits.still(spans, 0, 500)).isEqualTo(1);
    assertThat(Waits.untilChangeMillis(spans, 0, 500)).isEqualTo(0);
  }

  @Test
  void aTaskThatEndsWithTheSpanSeesTheChangeAndOneThatBeginsThenDoesNot() {
    Spans spans = new Spans(1000);
    spans.add(0, 100);
    assertThat(Waits.still(spans, 0, 99)).isEqualTo(1);
    assertThat(Waits.still(spans, 0, 100)).isEqualTo(0.5);
    assertThat(Waits.still(spans, 100, 100)).isEqualTo(1);
  }

  @Test
  void justBelowTheLongestSampleAChangeIsNotCertain() {
    Spans spans = new Spans(1000);
    for (int i = 1; i <= 9; i++) {
      spans.add(0, 100L * i);
    }
    assertThat(Waits.still(spans, 899, 10)).isEqualTo(0.5);
    assertThat(Waits.still(spans, 5000, 10)).isEqualTo(1);
  }

  @Test
  void keepsTheNewestWhenThereAreTooMany() {
    Spans spans = new Spans(1000);
    for (int i = 0; i < Spans.SAMPLES_MAX + 10; i++) {
      spans.add(i / 100, i);
    }
    assertThat(spans.size()).isEqualTo(Spans.SAMPLES_MAX);
    assertThat(spans.above(9)).isEqualTo(Spans.SAMPLES_MAX);
    assertThat(spans.above(10)).isEqualTo(Spans.SAMPLES_MAX - 1);
  }
}
