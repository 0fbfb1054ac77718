package io.windhover.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlainCommandTest {
  @Test
  void plainWordsNeedNoShell() {
    assertThat(PlainCommand.words("./simulate.sh --seed=7 \t a,b:c@d%e+f_g "))
        .containsExactly("./simulate.sh", "--seed=7", "a,b:c@d%e+f_g");
    assertThat(PlainCommand.words("true")).containsExactly("true");
    assertThat(PlainCommand.words("/bin/echo -e x")).containsExactly("/bin/echo", "-e", "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b;",
        "a|b",
        "a&",
        "a>b",
        "a<b",
        "a 'b'",
        "a \"b\"",
        "a \\b",
        "a $b",
        "a `b`",
        "a *",
        "a ?",
        "a [b]",
        "a ~",
        "a {b,c}",
        "a (b)",
        "a #b",
        "a !b",
        "a ^b",
        "a\nb",
        "a\rb",
        "a ä",
        "A=b c",
        "echo a",
        "true a",
        "cd a",
        ".",
        ". a",
        ":",
        "exec a",
        "if a",
        "test a",
        "-a",
        "+a",
        "%1",
        "time a",
        "a \u0000"
      })
  void whateverMightMeanMoreIsForTheShell(String command) {
    assertThat(PlainCommand.words(command)).isEmpty();
  }
}
