package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/** Stanzas that cannot be meant, from a seed: nearly right, and never asking for what one may. */
final class HostileStanzas {
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

  private final String domain;
  private final SplittableRandom chance;

  HostileStanzas(String domain, long seed) {
    this.domain = domain;
    this.chance = new SplittableRandom(seed);
  }

  private <T> T any(List<T> choices) {
    return choices.get(chance.nextInt(choices.size()));
  }

  private Jid to() {
    String address = any(ADDRESSES);
    int slash = address.indexOf('/');
    return slash < 0
        ? Jid.of(address + domain)
        : Jid.of(address.substring(0, slash) + domain + address.substring(slash));
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

  /**
   * The next one.
   *
   * @param from whoever sends it; null where a server says so
   */
  Stanza next(@Nullable Jid from) {
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
}
