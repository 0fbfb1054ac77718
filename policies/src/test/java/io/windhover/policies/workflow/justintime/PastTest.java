package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bursts of eight jobs a minute apart, three hours from one to the next. */
class PastTest {
  private static final long MINUTE = 60_000;
  private static final long BETWEEN = 180 * MINUTE;

  private static List<Rehearsal.Arrival> bursts() {
    List<Rehearsal.Arrival> past = new ArrayList<>();
    for (int burst = 0; burst < 4; burst++) {
      for (int job = 0; job < 8; job++) {
        past.add(new Rehearsal.Arrival(0, burst * BETWEEN + job * MINUTE));
      }
    }
    return past;
  }

  private static List<Long> gaps(List<Rehearsal.Arrival> arrivals) {
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < arrivals.size(); i++) {
      gaps.add(arrivals.get(i).atMillis() - arrivals.get(i - 1).atMillis());
    }
    return gaps;
  }

  @Test
  void arrivalsLikeThoseOfThePastHaveItsGapsAndAreAlwaysTheSame() {
    List<Rehearsal.Arrival> others = Past.likewise(bursts(), 1, 0, 100, 100);
    assertThat(others).hasSize(100).isEqualTo(Past.likewise(bursts(), 1, 0, 100, 100));
    assertThat(gaps(bursts())).containsAll(gaps(others));
  }

  @Test
  void rowsOfThePastKeepABurstTogether() {
    // A row of sixteen spans two bursts or nearly so: pauses are seven jobs apart, or a row ends.
    List<Long> gaps = gaps(Past.likewise(bursts(), 16, 0, 161, 161));
    int close = 0;
    int lastPause = -9;
    for (int i = 0; i < gaps.size(); i++) {
      if (gaps.get(i) > MINUTE) {
        close += i - lastPause < 8 ? 1 : 0;
        lastPause = i;
      }
    }
    assertThat(close).isLessThanOrEqualTo(20);
    assertThat(gaps).contains(MINUTE, BETWEEN - 7 * MINUTE);
  }
}
