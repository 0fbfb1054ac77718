package io.windhover.wire.xmpp.worker;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a worker answers to whoever is not its manager: nothing that would run a command. */
final class Strangers {
  private static final Set<String> ORDERS =
      Set.of(Namespaces.KESTREL_TASK, Namespaces.BATCH, Namespaces.WORKER);

  private final Jid account;

  Strangers(Jid account) {
    this.account = account.bare();
  }

  Optional<Stanza> answer(Stanza stanza) {
    if (!stanza.isIq("get") && !stanza.isIq("set")) {
      return Optional.empty();
    }
    if (stanza.payload().stream().anyMatch(said -> ORDERS.contains(said.namespace()))) {
      return Optional.of(
          stanza.refusal(Condition.FORBIDDEN, "this worker takes orders only from its manager"));
    }
    // Servers that ping end the connection of a client that does not answer.
    if (isOwnServer(stanza.from()) && stanza.in(Namespaces.PING).isPresent()) {
      return Optional.of(stanza.result());
    }
    return Optional.of(stanza.refusal(Condition.SERVICE_UNAVAILABLE, "nothing for you here"));
  }

  private boolean isOwnServer(@Nullable Jid from) {
    return from == null
        || from.bare().equals(account)
        || (from.local().isEmpty() && from.domain().equals(account.domain()));
  }
}
