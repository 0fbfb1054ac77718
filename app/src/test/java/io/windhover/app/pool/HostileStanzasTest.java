package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.Snapshots;
import io.windhover.manager.JournalCodec;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent that cannot be meant is refused, changes nothing and breaks nothing. */
final class HostileStanzasTest {
  private static final int STANZAS = Integer.getInteger("stanzas", 100_000);
  private static final List<String> ADDRESSES =
      List.of("", "pool@", "submit@", "job_1@", "job1@", "job_99@", "job_1@/0", "nobody@", "job_@");
  private static final List<String> NAMES =
      List.of("job", "part", "query", "ask", "task", "x", "command", "requires");
  private static final List<String> SPACES =
      List.of(KESTREL_JOB, JOB, KESTREL_STATUS, POOL, "kestrel:task", "", "urn:x");
  private static final List<String> ATTRIBUTES =
      List.of("action", "queue", "id", "upload", "number", "of", "what", "from", "name", "roster");

  /** Nothing in here asks for anything that the sender may have. */
  private static final List<String> VALUES =
      List.of(
          "",
          "submit",
          "cancel",
          "retry",
          "0",
          "-1",
          "2",
          "99",
          "99999999999999999999",
          "1e3",
          "jobs",
          "job",
          "logs",
          "workers",
          "u1",
          "../../etc",
          "\u0000",
          "\ud800",
          "<a/>",
          "ü😀");

  @TempDir private Path folder;

  private final SplittableRandom chance = new SplittableRandom(37);

  private <T> T any(List<T> choices) {
    return choices.get(chance.nextInt(choices.size()));
  }

  private Jid to() {
    String address = any(ADDRESSES);
    int slash = address.indexOf('/');
    return slash < 0
        ? Jid.of(address + DOMAIN)
        : Jid.of(address.substring(0, slash) + DOMAIN + address.substring(slash));
  }

  private Xml element(int depth) {
    Xml element = Xml.of(any(NAMES), any(SPACES));
    for (int i = chance.nextInt(5); i > 0; i--) {
      element = element.with(any(ATTRIBUTES), any(VALUES));
    }
    if (depth < 3 && chance.nextInt(3) == 0) {
      element = element.with(element(depth + 1));
    }
    // A job without a command is none: no stanza of these can be accepted.
    boolean command = element.name().equals("command");
    return command ? element : element.withText(chance.nextBoolean() ? any(VALUES) : part());
  }

  /** A job as JSON that is not quite one, packed as it should be. */
  private String part() {
    String json =
        """
        {"name":"%s","folder":"","deadline":{"is":"%s"},"keepGoing":true,"groups":%s}\
        """
            .formatted(
                any(List.of("", "a/b", "x", "..")),
                any(List.of("none", "at", "never")),
                any(List.of("null", "[]", "[null]", "[{\"name\":\"g\",\"count\":-1}]", "7")));
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed)) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      if (chance.nextInt(4) == 0) {
        bytes[chance.nextInt(bytes.length)] ^= (byte) (1 << chance.nextInt(8));
      }
      out.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    byte[] bytes = packed.toByteArray();
    if (chance.nextInt(4) == 0) {
      bytes[chance.nextInt(bytes.length)] ^= (byte) (1 << chance.nextInt(8));
    }
    return Base64.getEncoder().encodeToString(bytes);
  }

  private Stanza stanza(Jid from) {
    List<Xml> payload = new ArrayList<>();
    for (int i = chance.nextInt(8) == 0 ? chance.nextInt(3) : 1; i > 0; i--) {
      payload.add(element(0));
    }
    Stanza.Kind kind =
        any(List.of(Stanza.Kind.IQ, Stanza.Kind.IQ, any(List.of(Stanza.Kind.values()))));
    String type =
        any(List.of("", "get", "set", "set", "result", "error", "subscribe", "probe", "?"));
    return new Stanza(kind, type, any(VALUES), from, to(), payload);
  }

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
        Stanza stanza = stanza(any(hostile));
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
