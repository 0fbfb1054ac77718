package io.windhover.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.chance.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class IntRangesTest {
  @Test
  void behavesAsASetOfInts() {
    for (long seed = 1; seed <= 60; seed++) {
      SplittableRandom chance = Chance.stream(seed, "int ranges", 0);
      IntRanges ranges = new IntRanges();
      TreeSet<Integer> oracle = new TreeSet<>();
      for (int step = 0; step < 200; step++) {
        change(ranges, oracle, chance);
        assertThat(members(ranges))
            .as("seed %d step %d", seed, step)
            .containsExactlyElementsOf(oracle);
        assertThat(ranges.size()).as("seed %d step %d", seed, step).isEqualTo(oracle.size());
        int probe = chance.nextInt(40);
        assertThat(ranges.contains(probe)).isEqualTo(oracle.contains(probe));
      }
    }
  }

  /** Adds what is missing and removes what is there, alone or as a stretch; now and then all. */
  private static void change(
      IntRanges ranges, NavigableSet<Integer> oracle, SplittableRandom chance) {
    int value = chance.nextInt(40);
    if (chance.nextInt(50) == 0) {
      ranges.clear();
      oracle.clear();
    } else if (oracle.remove(value)) {
      ranges.remove(value);
    } else if (chance.nextInt(4) == 0) {
      Integer above = oracle.higher(value);
      int end = Math.min(above == null ? 40 : above, value + chance.nextInt(6));
      ranges.addRange(value, end);
      for (int i = value; i < end; i++) {
        oracle.add(i);
      }
    } else {
      ranges.add(value);
      oracle.add(value);
    }
  }

  @Test
  void refusesWhatIsThereAlreadyAndWhatIsNot() {
    IntRanges ranges = new IntRanges();
    ranges.addRange(3, 6);

    assertThatThrownBy(() -> ranges.add(4)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ranges.addRange(5, 9)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ranges.addRange(1, 5)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ranges.remove(6)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ranges.remove(2)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anEndedIterationSaysSo() {
    var none = new IntRanges().iterator();

    assertThat(none.hasNext()).isFalse();
    assertThatThrownBy(none::nextInt).isInstanceOf(NoSuchElementException.class);
  }

  private static List<Integer> members(IntRanges ranges) {
    List<Integer> members = new ArrayList<>();
    ranges.iterator().forEachRemaining((int i) -> members.add(i));
    return members;
  }
}
