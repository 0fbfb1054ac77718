package io.windhover.wire.xmpp.pool;

import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.Optional;

/** How a presence names its sender's capabilities (XEP-0115). */
record CapsHash(String node, String ver) {
  private static final int CHARACTERS_MAX = 1_000;

  /** Only SHA-1, which is what everybody sends; of others we ask each time. */
  static Optional<CapsHash> in(Stanza presence) {
    return presence
        .in(Namespaces.CAPS)
        .filter(c -> c.attribute("hash").equals("sha-1"))
        .map(CapsHash::of)
        .filter(caps -> !caps.ver.isEmpty() && !caps.node.isEmpty())
        .filter(caps -> caps.question().length() <= CHARACTERS_MAX);
  }

  private static CapsHash of(Xml c) {
    return new CapsHash(c.attribute("node"), c.attribute("ver"));
  }

  /** The node that this is about. */
  String question() {
    return node + "#" + ver;
  }
}
