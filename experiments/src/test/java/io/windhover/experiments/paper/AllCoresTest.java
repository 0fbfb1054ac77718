package io.windhover.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AllCoresTest {
  private static final List<Integer> MANY = IntStream.range(0, 500).boxed().toList();

  @Test
  void resultsComeInTheOrderOfWhatWasToBeDone() {
    assertThat(AllCores.map(MANY, number -> number * number))
        .isEqualTo(MANY.stream().map(number -> number * number).toList());
    assertThat(AllCores.map(List.<Integer>of(), number -> number)).isEmpty();
  }

  /** With a part of the list for each core, the rest of the first part would never be done. */
  @Test
  void nothingWaitsBehindWhatTakesLong() {
    var others = new CountDownLatch(MANY.size() - 1);

    assertThat(
            AllCores.map(2, MANY, number -> number == 0 ? last(others) : counted(others, number)))
        .isEqualTo(MANY);
  }

  private static int last(CountDownLatch others) {
    try {
      return others.await(1, TimeUnit.MINUTES) ? 0 : -1;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int counted(CountDownLatch others, int number) {
    others.countDown();
    return number;
  }

  @Test
  void whatFailsFailsForTheCallerToo() {
    assertThatThrownBy(
            () ->
                AllCores.map(
                    MANY,
                    number -> {
                      if (number % 100 == 99) {
                        throw new BadData("number " + number);
                      }
                      return number;
                    }))
        .isInstanceOf(BadData.class)
        .hasMessage("number 99");
  }
}
