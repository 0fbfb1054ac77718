package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArrayValuesTest {
  private static List<Integer> values(String text) {
    ArrayValues values = ArrayValues.parse(text);
    return IntStream.range(0, values.count()).mapToObj(values::valueOf).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0-3, 0 1 2 3",
    "1-9:2, 1 3 5 7 9",
    "1-8:3, 1 4 7",
    "'1,3,5-7', 1 3 5 6 7",
    "'7,3,3,5-7', 3 5 6 7",
    "'0-10:5,1-2', 0 1 2 5 10",
    "'[4-5]', 4 5",
    "007, 7",
    "5-6:100, 5",
  })
  void eachValueOnceFromSmallToLarge(String text, String values) {
    assertThat(values(text))
        .containsExactlyElementsOf(
            Arrays.stream(values.split(" ", -1)).map(Integer::valueOf).toList());
  }

  @Test
  void whatIsSaidAboutTheWhole() {
    ArrayValues odd = ArrayValues.parse("1-99:2");
    assertThat(List.of(odd.min(), odd.max(), odd.count(), odd.step()))
        .containsExactly(1, 99, 50, 2);
    assertThat(ArrayValues.parse("1,3,5,7").step()).isEqualTo(2);
    assertThat(ArrayValues.parse("1,3,4").step()).isEqualTo(1);
    assertThat(ArrayValues.parse("0-9").plain()).isTrue();
    assertThat(ArrayValues.parse("1-9").plain()).isFalse();
    assertThat(ArrayValues.parse("0-99999999").count()).isEqualTo(100_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "9-1, runs backwards",
    "1-9:0, has steps of 0",
    "100000000, is too large",
    "a-b, is no part of an array",
    "'1,,2', is no part of an array",
    "-5, is no part of an array",
  })
  void whatIsNoArrayIsRefused(String text, String why) {
    assertThatThrownBy(() -> ArrayValues.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void whatWouldTakeForeverIsRefusedAtOnce() {
    String whole = "0-99999999,".repeat(1_000) + "1";
    assertThatThrownBy(() -> ArrayValues.parse(whole)).hasMessageContaining("too many values");
    assertThatThrownBy(() -> ArrayValues.parse("1,".repeat(5_000) + "1"))
        .hasMessageContaining("more than 2,000 pieces");
    assertThatThrownBy(() -> ArrayValues.parse("0-99999:3,0-99999:7"))
        .hasMessageContaining("overlap in more than 2,000 pieces");
  }

  @Test
  void overlapsThatJoinAgainAreOnePiece() {
    assertThat(ArrayValues.parse("0-1000000:2,0-500:4").pieces()).hasSize(1);
    assertThat(ArrayValues.parse("0-1000000:2,0-500:4").count()).isEqualTo(500_001);
  }

  /** Any mixture of pieces, against a plain set. */
  @Test
  void anyMixtureIsCountedAsASetWould() {
    var random = new Random(11);
    for (int story = 0; story < 500; story++) {
      var expected = new TreeSet<Integer>();
      var text = new StringBuilder();
      for (int piece = 0; piece <= random.nextInt(5); piece++) {
        int first = random.nextInt(60);
        int last = first + random.nextInt(30);
        int step = 1 + random.nextInt(4);
        text.append(piece == 0 ? "" : ",").append(first + "-" + last + ":" + step);
        for (int value = first; value <= last; value += step) {
          expected.add(value);
        }
      }
      assertThat(values(text.toString())).as(text.toString()).containsExactlyElementsOf(expected);
    }
  }
}
