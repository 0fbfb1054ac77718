package io.windhover.core.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountedTest {
  @Test
  void oneThingIsNotSeveral() {
    assertThat(Counted.of(0, "task")).isEqualTo("0 tasks");
    assertThat(Counted.of(1, "task")).isEqualTo("1 task");
    assertThat(Counted.of(2_000, "task")).isEqualTo("2,000 tasks");
    assertThat(Counted.of(1, "process", "processes")).isEqualTo("1 process");
    assertThat(Counted.of(3, "process", "processes")).isEqualTo("3 processes");
  }
}
