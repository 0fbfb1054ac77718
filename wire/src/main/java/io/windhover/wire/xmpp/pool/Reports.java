package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What workers say about tasks. Who says it is known from the stanza's sender, nothing else. */
final class Reports {
  private final Hub hub;

  Reports(Hub hub) {
    this.hub = hub;
  }

  /** One report, sent to its task. */
  void one(Peer peer, Target.Task to, Stanza iq, Xml task) throws BadStanza {
    take(peer, iq, List.of(TaskText.toManager(to.job(), to.task(), task)));
  }

  void batch(Peer peer, Stanza iq, Xml batch) throws BadStanza {
    List<ToManager> said = new ArrayList<>();
    for (Xml task : batch.children()) {
      if (!task.is("task", Namespaces.KESTREL_TASK)) {
        throw new BadStanza("a batch of a worker holds task elements of kestrel:task only");
      }
      AttemptRef ref = TaskText.named(task);
      said.add(TaskText.toManager(ref.job(), ref.task(), task));
    }
    if (said.size() > Peer.RECEIPTS_MAX / 2) {
      hub.send(
          iq.refusal(
              Condition.POLICY_VIOLATION,
              "a batch holds at most " + Peer.RECEIPTS_MAX / 2 + " tasks"));
      return;
    }
    take(peer, iq, said);
  }

  private void take(Peer peer, Stanza iq, List<ToManager> said) {
    List<ToManager> meant = new ArrayList<>();
    Set<Owing> reports = new LinkedHashSet<>();
    boolean unknown = false;
    synchronized (peer) {
      for (ToManager message : said) {
        ToManager resolved = resolve(peer, message);
        unknown |= ref(resolved).attempt() == 0;
        meant.add(resolved);
        if (!(resolved instanceof ToManager.Started)) {
          reports.add(new Owing(ref(resolved), resolved instanceof ToManager.Checkpointed));
        }
      }
      if (!unknown && !reports.isEmpty()) {
        peer.owe(new Receipt(iq, reports.size()), reports);
      }
    }
    if (unknown) {
      hub.send(iq.refusal(Condition.NOT_ACCEPTABLE, "you were not given this task"));
      return;
    }
    hub.tell(peer, meant);
    if (reports.isEmpty()) {
      hub.send(iq.result());
    }
  }

  private static AttemptRef ref(ToManager message) {
    if (message instanceof ToManager.Report report) {
      return report.ref();
    } else if (message instanceof ToManager.Started started) {
      return started.ref();
    } else if (message instanceof ToManager.Cleaned cleaned) {
      return cleaned.ref();
    } else if (message instanceof ToManager.Checkpointed checkpointed) {
      return checkpointed.ref();
    }
    throw new IllegalArgumentException("not about a task: " + message);
  }

  private static ToManager resolve(Peer peer, ToManager message) {
    AttemptRef ref = peer.meant(ref(message));
    if (message instanceof ToManager.Report report) {
      return new ToManager.Report(
          ref, report.ending(), report.ranMillis(), report.tail(), report.cleansUp());
    }
    if (message instanceof ToManager.Checkpointed done) {
      return new ToManager.Checkpointed(
          ref, done.number(), done.progressMillis(), done.tookMillis(), done.bytes());
    }
    return message instanceof ToManager.Cleaned
        ? new ToManager.Cleaned(ref)
        : new ToManager.Started(ref);
  }

  /** The report of this attempt, or the end of its cleanup, is recorded. */
  void recorded(Peer peer, AttemptRef ref) {
    recorded(peer, new Owing(ref, false));
  }

  /** What was said of a checkpoint of this attempt is recorded. */
  void checkpointRecorded(Peer peer, AttemptRef ref) {
    recorded(peer, new Owing(ref, true));
  }

  private void recorded(Peer peer, Owing report) {
    List<Stanza> answers;
    synchronized (peer) {
      answers = peer.recorded(report);
    }
    answers.forEach(hub::send);
  }
}
