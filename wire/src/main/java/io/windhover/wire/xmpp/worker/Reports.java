package io.windhover.wire.xmpp.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.SavingText;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What is to be said of tasks: one by one, or several in a stanza that no stock server finds too
 * large; and which reports each stanza was about, for when it is answered.
 */
final class Reports {
  /** Debian's ejabberd ends the stream of a client that sends more than 65,536 bytes at once. */
  private static final int STANZA_BYTES_MAX = 50_000;

  private static final int IN_STANZA_MAX = 200;
  private static final int UNANSWERED_MAX = 4_096;

  private final Addresses addresses;
  private final Supplier<String> ids;
  private final List<Said> queue = new ArrayList<>();

  /** Reports that were in a batch the manager did not like: each goes alone. */
  private final Set<AttemptRef> alone = new HashSet<>();

  /** The oldest is forgotten when there are too many: its reports are said again anyway. */
  private final Map<String, List<Owed>> unanswered = new LinkedHashMap<>();

  /** What is said of a task. */
  enum Kind {
    STARTED,
    CHECKPOINTED,
    REPORT,
    CLEANED
  }

  private record Said(AttemptRef ref, Kind kind, Xml text, int bytes) {
    /** Whether it is said again until it is answered. */
    boolean report() {
      return kind != Kind.STARTED;
    }
  }

  /**
   * What an answer is owed to.
   *
   * @param kind what was said: of a checkpoint, the end of the command or that of the cleanup
   */
  record Owed(AttemptRef ref, Kind kind) {}

  Reports(Addresses addresses, Supplier<String> ids) {
    this.addresses = addresses;
    this.ids = ids;
  }

  synchronized void add(ToManager.Started started) {
    add(started.ref(), Kind.STARTED, TaskText.write(started));
  }

  synchronized void add(ToManager.Report report) {
    add(report.ref(), Kind.REPORT, TaskText.write(report));
  }

  synchronized void add(ToManager.Checkpointed checkpointed) {
    add(checkpointed.ref(), Kind.CHECKPOINTED, SavingText.write(checkpointed));
  }

  synchronized void add(ToManager.Cleaned cleaned) {
    add(cleaned.ref(), Kind.CLEANED, TaskText.write(cleaned));
  }

  private void add(AttemptRef ref, Kind kind, Xml text) {
    // Tags, attributes and escapes around the tail, which is all that can be long.
    queue.add(new Said(ref, kind, text, text.toString().length() * 3 / 2 + 100));
  }

  synchronized boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Whether somebody waits for what is queued: a start can do without, a report frees room. */
  synchronized boolean isPressing() {
    return queue.stream().anyMatch(Said::report);
  }

  /** All that is to be said, in stanzas. */
  synchronized List<Stanza> take() {
    leaveOutStartsOfEnded();
    List<Stanza> stanzas = new ArrayList<>();
    List<Said> together = new ArrayList<>();
    int bytes = 0;
    for (Said said : queue) {
      if (alone.contains(said.ref)) {
        stanzas.add(stanza(List.of(said)));
        continue;
      }
      if (!together.isEmpty()
          && (bytes + said.bytes > STANZA_BYTES_MAX || together.size() == IN_STANZA_MAX)) {
        stanzas.add(stanza(together));
        together.clear();
        bytes = 0;
      }
      together.add(said);
      bytes += said.bytes;
    }
    if (!together.isEmpty()) {
      stanzas.add(stanza(together));
    }
    queue.clear();
    return stanzas;
  }

  /** The report says how long it ran, so nobody misses that it has started. */
  private void leaveOutStartsOfEnded() {
    Set<AttemptRef> ended = new HashSet<>();
    queue.stream().filter(said -> said.kind == Kind.REPORT).forEach(said -> ended.add(said.ref));
    queue.removeIf(said -> !said.report() && ended.contains(said.ref));
  }

  private Stanza stanza(List<Said> together) {
    String id = ids.get();
    unanswered.put(
        id,
        together.stream().filter(Said::report).map(said -> new Owed(said.ref, said.kind)).toList());
    if (unanswered.size() > UNANSWERED_MAX) {
      unanswered.remove(unanswered.keySet().iterator().next());
    }
    Said first = together.get(0);
    if (together.size() == 1) {
      return new Stanza(
          Stanza.Kind.IQ, "set", id, null, addresses.task(first.ref), List.of(first.text));
    }
    Xml batch =
        TaskText.batch(together.stream().map(s -> TaskText.inBatch(s.ref, s.text)).toList());
    return new Stanza(Stanza.Kind.IQ, "set", id, null, addresses.pool(), List.of(batch));
  }

  /** The reports this answered stanza was about; empty when it is none of ours. */
  synchronized List<Owed> answered(String id) {
    List<Owed> refs = unanswered.remove(id);
    return refs == null ? List.of() : refs;
  }

  synchronized void recorded(AttemptRef ref) {
    alone.remove(ref);
  }

  synchronized void sendAlone(List<Owed> refs) {
    refs.forEach(owed -> alone.add(owed.ref));
  }
}
