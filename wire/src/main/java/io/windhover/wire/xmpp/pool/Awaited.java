package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;
import java.util.List;

/** What an answer of a worker will be about. */
sealed interface Awaited {
  /** Orders, said at this time; cancels need no answer. */
  record Orders(List<AttemptRef> refs, long atNanos) implements Awaited {
    public Orders {
      refs = List.copyOf(refs);
    }
  }

  /** What it is, and perhaps what it offers. */
  record Features() implements Awaited {}

  /** What it offers, asked Kestrel's way. */
  record Offers() implements Awaited {}

  /** Whether it is there. */
  record Ping() implements Awaited {}

  /** That it should join. */
  record Join() implements Awaited {}
}
