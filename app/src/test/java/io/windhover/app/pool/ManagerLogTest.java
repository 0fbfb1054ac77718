package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Jid;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ManagerLogTest {
  private final StringWriter text = new StringWriter();
  private long nowMillis = 1_000_000_000_000L;
  private final ManagerLog log = new ManagerLog(new PrintWriter(text), () -> nowMillis);

  private List<String> lines() {
    return text.toString().lines().toList();
  }

  @Test
  void aLineHasItsTimeAndItsLevel() {
    log.info("workers joined", "worker w1 joined");
    log.warn("workers gone", "worker w1 gone: silent for 60 s");
    assertThat(lines())
        .containsExactly(
            "2001-09-09T01:46:40Z info worker w1 joined",
            "2001-09-09T01:46:40Z warn worker w1 gone: silent for 60 s");
  }

  @Test
  void aStormIsSummedUpAndHidesNothingOfAnotherKind() {
    for (int i = 0; i < 1_000; i++) {
      log.info("workers joined", "worker w" + i + " joined");
    }
    log.info("jobs submitted", "job 1 (sweep) submitted by alice@lab");
    assertThat(lines()).hasSize(ManagerLog.LINES_MAX + 1).last().asString().contains("job 1");
    nowMillis += ManagerLog.WINDOW_MILLIS;
    log.tick();
    log.tick();
    assertThat(lines()).hasSize(ManagerLog.LINES_MAX + 2);
    assertThat(lines().get(ManagerLog.LINES_MAX + 1))
        .endsWith("info 980 more workers joined in 10 s");
    log.info("workers joined", "worker late joined");
    assertThat(lines()).last().asString().endsWith("worker late joined");
  }

  @Test
  void aStrangersWordsStayInTheirLine() {
    log.refused(Jid.of("mallory@lab/phone"), "bad\n2001-09-09T01:46:40Z info all is well\u001b[2J");
    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0)).contains("warn refused mallory@lab: bad ").doesNotContain("\u001b");
    log.warn("refused", "x".repeat(100_000));
    assertThat(lines().get(1).length()).isLessThan(600);
  }
}
