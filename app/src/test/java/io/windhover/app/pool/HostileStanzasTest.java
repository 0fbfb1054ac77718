package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.Snapshots;
import io.windhover.manager.JournalCodec;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent that cannot be meant is refused, changes nothing and breaks nothing. */
final class HostileStanzasTest {
  private static final int STANZAS = Integer.getInteger("stanzas", 100_000);
  @TempDir private Path folder;

  private final HostileStanzas stanzas = new HostileStanzas(DOMAIN, 37);

  @Test
  void nothingThatIsMalformedOrAnothersChangesAnything() {
    DeskLimits generous =
        new DeskLimits(
            Integer.MAX_VALUE,
            1_000_000,
            4,
            1_000_000,
            100_000,
            600_000,
            50_000,
            1_000,
            10_000,
            10,
            20_000,
            64_000_000,
            45_000);
    try (DeskScene scene = new DeskScene(folder, generous)) {
      Xml job =
          Xml.of("job", KESTREL_JOB)
              .with("action", "submit")
              .with("queue", 3)
              .with(Xml.text("command", KESTREL_JOB, "run"));
      scene.ask("set", ALICE, DOMAIN, job);
      scene.join("w@example.org/1", 1);
      scene.heard();
      String before = JournalCodec.encode(Snapshots.of(scene.world()));
      List<Jid> hostile =
          List.of(Jid.of("mallory@example.org/1"), Jid.of("eve@example.org"), Jid.of("x.org"));
      int answers = 0;
      for (int i = 0; i < STANZAS; i++) {
        Stanza stanza = stanzas.next(hostile.get(i % hostile.size()));
        boolean known = scene.desk().received(stanza);
        if (i % 50 == 0) {
          scene.pass(0);
          List<Stanza> said = scene.heard();
          answers += said.size();
          assertThat(said).noneMatch(answer -> accepts(answer));
        }
        assertThat(
                known && stanza.type().matches("result|error") && stanza.kind() == Stanza.Kind.IQ)
            .isFalse();
      }
      scene.pass(0);
      assertThat(JournalCodec.encode(Snapshots.of(scene.world()))).isEqualTo(before);
      assertThat(answers).as("answers").isGreaterThan(STANZAS / 10);
    }
  }

  private static boolean accepts(Stanza answer) {
    return answer.isIq("result") && answer.in(KESTREL_JOB).isPresent();
  }
}
