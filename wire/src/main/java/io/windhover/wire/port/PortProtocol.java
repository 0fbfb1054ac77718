package io.windhover.wire.port;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import java.util.Optional;

/** What both ends of the port's wire agree on. */
public final class PortProtocol {
  /** Sec-WebSocket-Protocol: stanzas, first form. */
  public static final String NAME = "windhover.stanzas.1";

  /** Where a client opens its socket; the name it goes by is the last part. */
  public static final String PATH = "/v1/wire/";

  /** The manager's domain on this wire, whatever its XMPP server calls it. */
  public static final String DOMAIN = "manager";

  /** Of one message; a message holds whole stanzas, one behind the other. */
  public static final int MESSAGE_BYTES_MAX = 1 << 20;

  /** Of one stanza within it. */
  static final int STANZA_BYTES_MAX = 512 * 1024;

  private static final int NAME_CHARACTERS_MAX = 100;

  private PortProtocol() {}

  /** Whether a client may go by this name: what is a resource of an address, and short. */
  public static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= NAME_CHARACTERS_MAX
        && name.chars().allMatch(c -> c > ' ' && c != 0x7f && c != '/');
  }

  static String text(Stanza stanza) {
    var out = new StringBuilder(256);
    stanza.write(Namespaces.CLIENT).appendTo(out, Namespaces.CLIENT);
    return out.toString();
  }

  /** The same stanza between others. */
  static Stanza between(Stanza stanza, Optional<Jid> from, Optional<Jid> to) {
    return new Stanza(
        stanza.kind(),
        stanza.type(),
        stanza.id(),
        from.orElse(null),
        to.orElse(null),
        stanza.payload());
  }

  /** An address of the manager's under another of its domains. */
  static Jid in(String domain, Jid address) {
    return new Jid(address.local(), domain, address.resource());
  }
}
