package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Carefully;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.SavingText;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.Xml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Orders and cancels on their way out. A thread of its own sends them: while a worker's answer to
 * the last ones is awaited, or while the thread is busy, what is said to it gathers and then goes
 * in one stanza, if the worker understands that.
 */
final class Dispatch {
  /** Stanzas with orders that a worker may leave unanswered before the rest has to wait. */
  private static final int UNANSWERED_MAX = 2;

  /** An answer that has not come by then is not waited for. */
  private static final long UNANSWERED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int WAITING_MAX = 10_000;
  private static final int WAITING_ALL_MAX = 500_000;
  private static final int BATCH_MAX = 1_000;

  private final Hub hub;
  private final LinkedBlockingQueue<Peer> due = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  Dispatch(Hub hub) {
    this.hub = hub;
  }

  /** What does not fit is lost: the manager says it again. */
  void send(Peer peer, ToWorker message) {
    synchronized (peer) {
      if (peer.over || peer.waiting.size() >= WAITING_MAX || waiting.get() >= WAITING_ALL_MAX) {
        return;
      }
      waiting.incrementAndGet();
      peer.waiting.addLast(message);
      schedule(peer);
    }
  }

  private void schedule(Peer peer) {
    if (!peer.scheduled && !peer.waiting.isEmpty()) {
      peer.scheduled = true;
      due.add(peer);
    }
  }

  /** Those that waited for an answer in vain. */
  void scheduleAll() {
    int all = 0;
    for (Peer peer : hub.peers()) {
      synchronized (peer) {
        all += peer.waiting.size();
        schedule(peer);
      }
    }
    waiting.set(all);
  }

  /** Sends for ever, until interrupted. */
  void run() {
    try {
      while (true) {
        Peer peer = due.take();
        Carefully.run(() -> hub.tell(peer, flush(peer)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends what may be sent now; answers what is too large for the wire and so has failed. */
  private List<ToManager> flush(Peer peer) {
    List<ToManager> failed = new ArrayList<>();
    synchronized (peer) {
      peer.scheduled = false;
      while (!peer.waiting.isEmpty() && !peer.over && mayGo(peer)) {
        sendNext(peer, failed);
      }
    }
    return failed;
  }

  private static boolean mayGo(Peer peer) {
    if (!peer.batches()) {
      return true;
    }
    long now = System.nanoTime();
    int unanswered = 0;
    for (Awaited awaited : peer.awaited.values()) {
      if (awaited instanceof Awaited.Orders orders && now - orders.atNanos() < UNANSWERED_NANOS) {
        unanswered++;
      }
    }
    return unanswered < UNANSWERED_MAX;
  }

  private void sendNext(Peer peer, List<ToManager> failed) {
    int batchMax = peer.batches() ? BATCH_MAX : 1;
    int bytes = 0;
    List<Xml> tasks = new ArrayList<>();
    List<AttemptRef> refs = new ArrayList<>();
    List<AttemptRef> orders = new ArrayList<>();
    while (!peer.waiting.isEmpty() && tasks.size() < batchMax) {
      ToWorker message = peer.waiting.getFirst();
      Xml task = text(message);
      int size = size(task);
      AttemptRef ref = ref(message);
      if (size > hub.settings.stanzaBytesMax()) {
        taken(peer);
        failed.add(tooLarge(ref, size));
        continue;
      }
      if (bytes + size > hub.settings.batchBytesMax() && !tasks.isEmpty()) {
        break;
      }
      taken(peer);
      bytes += size;
      tasks.add(task);
      refs.add(ref);
      if (message instanceof ToWorker.Execute) {
        orders.add(ref);
        peer.given(ref);
      }
    }
    if (tasks.isEmpty()) {
      return;
    }
    String id = hub.newId();
    // Awaited first: the answer may come at once. Cancels alone are awaited too, for the pace.
    peer.awaited.put(id, new Awaited.Orders(orders, System.nanoTime()));
    hub.send(stanza(id, peer, refs, tasks));
  }

  private void taken(Peer peer) {
    peer.waiting.removeFirst();
    waiting.decrementAndGet();
  }

  private Stanza stanza(String id, Peer peer, List<AttemptRef> refs, List<Xml> tasks) {
    if (tasks.size() == 1) {
      return Stanza.iq("set", id, hub.addresses.task(refs.get(0)), peer.address, tasks.get(0));
    }
    List<Xml> named = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      named.add(TaskText.inBatch(refs.get(i), tasks.get(i)));
    }
    return Stanza.iq("set", id, hub.addresses.pool(), peer.address, TaskText.batch(named));
  }

  private ToManager tooLarge(AttemptRef ref, int size) {
    String why =
        "the order has %d bytes; over XMPP at most %d can be sent"
            .formatted(size, hub.settings.stanzaBytesMax());
    return new ToManager.Report(ref, new Ending.NotStarted(why), 0, "");
  }

  private static AttemptRef ref(ToWorker message) {
    if (message instanceof ToWorker.Execute execute) {
      return execute.order().ref();
    } else if (message instanceof ToWorker.Cancel cancel) {
      return cancel.ref();
    } else if (message instanceof ToWorker.Checkpoint checkpoint) {
      return checkpoint.ref();
    }
    throw new IllegalArgumentException("not about a task: " + message);
  }

  private static Xml text(ToWorker message) {
    if (message instanceof ToWorker.Execute execute) {
      return TaskText.write(execute.order());
    } else if (message instanceof ToWorker.Cancel cancel) {
      return TaskText.write(cancel);
    } else if (message instanceof ToWorker.Checkpoint checkpoint) {
      return SavingText.write(checkpoint);
    }
    throw new IllegalArgumentException("not about a task: " + message);
  }

  private static int size(Xml task) {
    return task.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /** The worker, or its server in its place, has answered. */
  void answered(Peer peer, Awaited.Orders orders, Stanza answer) {
    List<ToManager> said = new ArrayList<>();
    if (answer.isIq("result")) {
      try {
        Map<AttemptRef, String> refused = refused(answer);
        for (AttemptRef ref : orders.refs()) {
          String why = refused.get(ref.numbers());
          said.add(why == null ? new ToManager.Taken(ref) : new ToManager.Refused(ref, why));
        }
      } catch (BadStanza e) {
        // As if it had not come: the orders are said again, and answered again.
      }
    } else {
      String why = answer.errorText();
      orders.refs().forEach(ref -> said.add(new ToManager.Refused(ref, why)));
    }
    hub.tell(peer, said);
    synchronized (peer) {
      schedule(peer);
    }
  }

  private static Map<AttemptRef, String> refused(Stanza answer) throws BadStanza {
    Map<AttemptRef, String> refused = new HashMap<>();
    for (Xml batch : answer.payload()) {
      if (batch.is("tasks", Namespaces.BATCH)) {
        for (Xml one : batch.children("refused")) {
          refused.put(TaskText.named(one).numbers(), one.plainText());
        }
      }
    }
    return refused;
  }
}
