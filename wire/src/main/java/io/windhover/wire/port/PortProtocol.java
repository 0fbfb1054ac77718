package io.windhover.wire.port;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.WorkerText;
import java.util.Optional;

/** What both ends of the port's wire agree on. */
public final class PortProtocol {
  /** Sec-WebSocket-Protocol: stanzas, first form. */
  public static final String NAME = "windhover.stanzas.1";

  /** Where a client opens its socket; the name it goes by is the last part. */
  public static final String PATH = "/v1/wire/";

  /** Header by which a client says whose its token should be; it may be left out. */
  public static final String ACCOUNT_HEADER = "Windhover-Account";

  /** What the one is told whose place another has taken. */
  public static final String DISPLACED = "another connection has come under the same name";

  /** The manager's domain on this wire, whatever its XMPP server calls it. */
  public static final String DOMAIN = "manager";

  /** Of one message; a message holds whole stanzas, one behind the other. */
  public static final int MESSAGE_BYTES_MAX = 1 << 20;

  /** Of one stanza within it. */
  static final int STANZA_BYTES_MAX = 512 * 1024;

  /** The domain of rented machines: that of lease L is {@code L@leases/machine}. */
  public static final String LEASES = "leases";

  private static final String BEARER = "Bearer ";
  private static final String LEASE = "Lease ";
  private static final int NAME_CHARACTERS_MAX = 100;

  private PortProtocol() {}

  /** Whether a client may go by this name: what is a resource of an address, and short. */
  public static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= NAME_CHARACTERS_MAX
        && name.codePoints()
            .noneMatch(c -> c == '/' || Character.isISOControl(c) || Character.isSpaceChar(c));
  }

  /** What the header Authorization says for an account that has a token. */
  public static String authorization(String token) {
    return BEARER + token;
  }

  /** What it says for the machine of a lease: with its join secret at first, then its key. */
  public static String authorization(String lease, String secret) {
    return LEASE + lease + " " + secret;
  }

  static boolean isOfLease(String authorization) {
    return authorization.regionMatches(true, 0, LEASE, 0, LEASE.length());
  }

  /**
   * A machine that says whose it is and shows a secret.
   *
   * @param secret the join secret, or the session key
   */
  public record LeaseShown(String lease, String secret) {
    /** What this header says; empty if it is of another kind, or not well formed. */
    public static Optional<LeaseShown> in(String authorization) {
      if (!isOfLease(authorization)) {
        return Optional.empty();
      }
      String[] words = authorization.substring(LEASE.length()).strip().split(" +", -1);
      return words.length == 2
              && WorkerText.isLeaseWord(words[0])
              && WorkerText.isLeaseWord(words[1])
          ? Optional.of(new LeaseShown(words[0], words[1]))
          : Optional.empty();
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "lease " + lease;
    }
  }

  /**
   * The address of the machine of a lease. It follows from the lease alone, whatever name the
   * machine goes by: one lease is one machine.
   */
  public static Jid machine(String lease) {
    return new Jid(lease, LEASES, "machine");
  }

  /** Whether this is the address of a rented machine: nobody with a token has such a one. */
  public static boolean isMachine(Jid address) {
    return address.domain().equals(LEASES);
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
