package io.windhover.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class LineageTest {
  private static byte[] environ(String value) {
    return ("PATH=/bin\0NOT_WINDHOVER_LINEAGE=,x.,\0WINDHOVER_LINEAGE=" + value + "\0A=b\0")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aRunWithinARunCarriesBothMarks() {
    Lineage outer = new Lineage(null, "s1", "r1");
    Lineage inner = new Lineage(outer.value("1/1#1"), "s2", "r2");
    byte[] environ = environ(inner.value("1/22#1"));
    assertThat(Lineage.contains(environ, outer.ofAttempt("1/1#1"))).isTrue();
    assertThat(Lineage.contains(environ, inner.ofAttempt("1/22#1"))).isTrue();
    assertThat(Lineage.contains(environ, Lineage.ofState("s1"))).isTrue();
    assertThat(Lineage.contains(environ, Lineage.ofState("s2"))).isTrue();
    assertThat(Lineage.contains(environ, inner.ofAttempt("1/2#1"))).isFalse();
    assertThat(Lineage.contains(environ, outer.ofAttempt("1/22#1"))).isFalse();
    assertThat(Lineage.contains(environ, Lineage.ofState("s"))).isFalse();
    assertThat(Lineage.contains(environ, Lineage.ofState("x"))).isFalse();
  }

  @Test
  void theListStaysShort() {
    String value = ",";
    for (int depth = 0; depth < 10_000; depth++) {
      value = new Lineage(value, "0123456789abcdef", "0123456789abcdef").value("1/1#1");
    }
    assertThat(value).hasSizeLessThan(4_200);
  }
}
