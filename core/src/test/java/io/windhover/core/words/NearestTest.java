package io.windhover.core.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void aHintNamesTheNearestWordOrAllOrSaysThatThereIsNone() {
    assertThat(Nearest.hint("mikro", List.of("micro", "standard")))
        .isEqualTo("did you mean \"micro\"?");
    assertThat(Nearest.hint("x", List.of("micro", "standard")))
        .isEqualTo("expected one of micro, standard");
    assertThat(Nearest.hint("x", List.of())).isEqualTo("there is none to choose from");
  }
}
