package io.windhover.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RowTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10 | 10 | 10   | as published
          10 | 20 | 15   | as published
          10 | 10 | 10.4 | as published, within 5%
          10 | 10 | 12   | higher
          10 | 20 | 9    | lower
          """)
  void theVerdictComparesWithWhatWasPublished(double low, double high, double ours, String words) {
    assertThat(row(ours).with(Published.range(low, high)).verdict()).isEqualTo(words);
  }

  @Test
  void theSpreadCounts() {
    assertThat(row(12).with(Published.value(10)).with(new Spread(9, 14)).verdict())
        .isEqualTo("higher, published value within our spread");
    assertThat(row(12).verdict()).isEmpty();
  }

  @Test
  void realTimeIsToldByTheUnit() {
    assertThat(Row.of("f", "c", "p", "m", 1, "us").realTime()).isTrue();
    assertThat(Row.of("f", "c", "p", "m", 1, "min").realTime()).isFalse();
  }

  /** 1 2 3 4 10: mean 4, squares 9+4+1+0+36 = 50, over 4; p10 at position 0.4. */
  @Test
  void aSampleByHand() {
    Sample sample = Sample.of(List.of(10.0, 3.0, 1.0, 4.0, 2.0));
    assertThat(sample.mean()).isEqualTo(4);
    assertThat(sample.deviation()).isEqualTo(Math.sqrt(12.5), within(1e-12));
    assertThat(sample.median()).isEqualTo(3);
    assertThat(sample.spread().p10()).isEqualTo(1.4, within(1e-12));
    assertThatThrownBy(Sample::of).hasMessageContaining("at least one");
  }

  @Test
  void aRowWithoutASectionIsAMistake() {
    assertThatThrownBy(
            () ->
                new Report(
                    "p", "t", 1, List.of(), List.of(row(1)), List.of(), List.of(), List.of()))
        .hasMessage("figure: no section for f");
  }

  private static Row row(double ours) {
    return Row.of("f", "c", "p", "m", ours, "%");
  }
}
