package io.windhover.wire.xmpp.pool;

import io.windhover.wire.xmpp.Stanza;
import java.util.List;

/** The answer owed to a stanza with reports: due when the last of them is recorded. */
final class Receipt {
  private final Stanza request;
  private int open;

  Receipt(Stanza request, int reports) {
    this.request = head(request);
    this.open = reports;
  }

  /** One of them is recorded; answers whether it was the last. */
  boolean recorded() {
    open--;
    return open == 0;
  }

  Stanza answer() {
    return request.result();
  }

  /** What is needed to answer a stanza, without what was in it. */
  static Stanza head(Stanza stanza) {
    return new Stanza(
        stanza.kind(), stanza.type(), stanza.id(), stanza.from(), stanza.to(), List.of());
  }
}
