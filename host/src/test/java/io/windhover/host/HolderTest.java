package io.windhover.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HolderTest {
  @Test
  void aHolderIsReadBackFromItsText() {
    Holder us = Holder.thisProcess("windhover run\n  'a b'\t--dir x");
    assertThat(us.command()).isEqualTo("windhover run 'a b' --dir x");
    assertThat(Holder.parse(us.text())).contains(us);
    assertThat(Holder.parse("process: 12")).isEmpty();
    assertThat(us.describe()).matches("process \\d+ on \\S+ since \\d\\d:\\d\\d, running `.*`");
  }
}
