package io.windhover.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TaskNumbersTest {
  private static Script script(String numbers) {
    return new Script(List.of("true"), "", new TreeMap<>()).numbered(numbers);
  }

  @Test
  void linesWithGapsAreFoundBothWays() {
    var builder = new TaskNumbers.Builder();
    List.of(1, 4, 5, 6, 9).forEach(builder::add);
    String text = builder.build(TaskNumbers.LINE).text();
    assertThat(text).isEqualTo("line 1,4-6,9");
    TaskNumbers numbers = TaskNumbers.of(script(text)).orElseThrow();
    assertThat(numbers.label(0)).isEqualTo("line 1");
    assertThat(numbers.label(3)).isEqualTo("line 6");
    assertThat(numbers.label(4)).isEqualTo("line 9");
    assertThat(numbers.label(5)).isEmpty();
    assertThat(numbers.indexOf(5)).hasValue(2);
    assertThat(numbers.indexOf(7)).isEmpty();
  }

  @Test
  void valuesOfAnArrayMayHaveSteps() {
    TaskNumbers numbers = TaskNumbers.of(script("SLURM_ARRAY_TASK_ID 1,10-90:20")).orElseThrow();
    assertThat(numbers.numberOf(2)).hasValue(30);
    assertThat(numbers.indexOf(90)).hasValue(5);
    assertThat(numbers.indexOf(20)).isEmpty();
    assertThat(numbers.text()).isEqualTo("SLURM_ARRAY_TASK_ID 1,10-90:20");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "line", "line ", "line x", "line 5-3", "line 1,,2", "line 1-9:0"})
  void whatMeansNothingNumbersNothing(String text) {
    assertThat(TaskNumbers.of(script(text))).isEmpty();
  }
}
