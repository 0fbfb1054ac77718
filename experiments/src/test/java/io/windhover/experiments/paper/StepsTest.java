package io.windhover.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StepsTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  @Test
  void aLongStepTellsHowFarItIsAndAShortOneDoesNot() {
    List<String> heard = new ArrayList<>();
    var now = new AtomicLong();
    var steps =
        new Steps(
            (done, all, what) -> heard.add("%d/%d %s".formatted(done, all, what)), 2, now::get);

    steps.next("boil");
    now.addAndGet(9 * SECOND_NANOS);
    steps.part(1, 8);
    now.addAndGet(2 * SECOND_NANOS);
    steps.part(2, 8);
    steps.part(3, 8);
    steps.next("drain");
    steps.part(1, 8);

    assertThat(heard).containsExactly("0/2 boil", "0/2 boil, 2 of 8", "1/2 drain");
  }
}
