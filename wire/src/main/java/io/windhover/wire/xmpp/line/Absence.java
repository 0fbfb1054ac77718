package io.windhover.wire.xmpp.line;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import java.util.Set;

/** Tells a manager that is not there from one that refuses. */
public final class Absence {
  private static final Set<String> ABSENCES =
      Set.of("remote-server-not-found", "remote-server-timeout", "service-unavailable");

  /** What ejabberd says of a domain that is not its own when it may not ask other servers. */
  private static final String NO_FEDERATION = "Access denied by service policy";

  private Absence() {}

  /** Whether an error means that nobody is at that address's domain for now. */
  public static boolean isMeantBy(Stanza error) {
    return ABSENCES.contains(error.condition())
        || (error.condition().equals("forbidden") && error.errorText().equals(NO_FEDERATION));
  }

  /** What the other end's error means to whoever asked. */
  static PoolFailure ofRefusal(Stanza error, Jid asked) {
    return isMeantBy(error)
        ? new PoolFailure(
            Kind.NO_MANAGER,
            error.condition(),
            "the manager is not running: nobody answers for " + asked.domain())
        : new PoolFailure(Kind.REFUSED, error.condition(), error.errorText());
  }
}
