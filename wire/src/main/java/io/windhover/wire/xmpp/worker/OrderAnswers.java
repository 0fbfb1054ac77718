package io.windhover.wire.xmpp.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stanzas with orders that wait for the worker's word on each; then they are answered, a batch in
 * one go. The word on one attempt answers the oldest stanza that asks for it.
 */
final class OrderAnswers {
  private final Consumer<Stanza> wire;
  private final Map<AttemptRef, Deque<Waiting>> waiting = new HashMap<>();

  /** One stanza. */
  private static final class Waiting {
    final Stanza stanza;
    final boolean batch;
    int unanswered;
    final List<Xml> refused = new ArrayList<>();
    @Nullable String why;

    Waiting(Stanza stanza, boolean batch, int unanswered) {
      this.stanza = stanza;
      this.batch = batch;
      this.unanswered = unanswered;
    }

    Stanza answer() {
      if (!batch) {
        return why == null
            ? stanza.result()
            : stanza.refusal(Stanza.Condition.RESOURCE_CONSTRAINT, why);
      }
      return refused.isEmpty() ? stanza.result() : stanza.result(TaskText.batch(refused));
    }
  }

  OrderAnswers(Consumer<Stanza> wire) {
    this.wire = wire;
  }

  /** To be called before the orders are handed to the worker, which may answer at once. */
  synchronized void await(Stanza stanza, boolean batch, List<AttemptRef> orders) {
    var entry = new Waiting(stanza, batch, orders.size());
    if (orders.isEmpty()) {
      wire.accept(entry.answer());
    }
    for (AttemptRef ref : orders) {
      waiting.computeIfAbsent(ref.numbers(), numbers -> new ArrayDeque<>()).add(entry);
    }
  }

  /**
   * The worker's word.
   *
   * @param why it was refused; null when it was taken, now or before
   */
  synchronized void answered(AttemptRef ref, @Nullable String why) {
    Deque<Waiting> stanzas = waiting.get(ref.numbers());
    if (stanzas == null) {
      return;
    }
    Waiting first = stanzas.remove();
    if (stanzas.isEmpty()) {
      waiting.remove(ref.numbers());
    }
    if (why != null) {
      first.why = why;
      first.refused.add(refused(ref, why));
    }
    if (--first.unanswered == 0) {
      wire.accept(first.answer());
    }
  }

  private static Xml refused(AttemptRef ref, String why) {
    Xml refused = Xml.text("refused", Namespaces.BATCH, why).with("attempt", ref.attempt());
    return TaskText.inBatch(ref, TaskText.withOrigin(ref, refused));
  }

  /** Nobody is there any more to be answered. */
  synchronized void clear() {
    waiting.clear();
  }
}
