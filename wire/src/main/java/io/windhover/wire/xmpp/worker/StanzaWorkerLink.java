package io.windhover.wire.xmpp.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.Absence;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A worker's wire over XMPP, as docs/wire.md has it. Only the manager's domain is listened to.
 *
 * <p>While there is no connection all is dropped: the agent says again what matters, and joins with
 * what it holds when the connection is back.
 */
public final class StanzaWorkerLink implements WorkerLink, StanzaLink.Receiver {
  /**
   * Reports that come within this time of each other go together, on a machine with many cores and
   * on one that has other work at hand. One with few has nothing to wait for when a core of it
   * stands still until the report has arrived.
   */
  private static final long GATHERING_MILLIS_MAX = 5;

  private static final int CORES_FOR_A_MILLISECOND = 8;

  /** That a task has started is said a little later: of short ones the report alone is enough. */
  private static final long STARTED_MILLIS = 200;

  private static final long TAKEN_MILLIS = 20;

  private final Addresses addresses;
  private final WorkerLink.Receiver worker;
  private final StanzaLink wire;
  private final Manager manager;
  private final OwnPresence presence;
  private final OrderAnswers answers;
  private final Reports reports;
  private final Strangers strangers;
  private final AtomicLong ids = new AtomicLong();
  private final AtomicBoolean reportsAreDue = new AtomicBoolean();
  private final AtomicBoolean startsAreDue = new AtomicBoolean();
  private final AtomicBoolean answersAreDue = new AtomicBoolean();
  private final Queue<Stanza> lateAnswers = new ConcurrentLinkedQueue<>();
  private final ScheduledThreadPoolExecutor timer;
  private volatile long flushedAtNanos = System.nanoTime() - TimeUnit.HOURS.toNanos(1);
  private volatile @Nullable String pingId;
  private volatile ToManager.@Nullable Slept slept;
  private volatile long gatheringMillis;
  private volatile boolean isHungry = true;

  /** How stanzas will travel; nothing may arrive before the link is made. */
  public interface Wiring {
    StanzaLink to(StanzaLink.Receiver receiver);
  }

  /** Told what people should know; each is one line, said once until it changes. */
  public interface Notices {
    void tell(String line);
  }

  public StanzaWorkerLink(
      Addresses addresses,
      Jid account,
      WorkerLink.Receiver worker,
      Notices notices,
      Wiring wiring) {
    this.addresses = addresses;
    this.worker = worker;
    this.manager = new Manager(addresses, notices);
    this.strangers = new Strangers(account);
    this.answers = new OrderAnswers(this::answerSoon);
    this.reports = new Reports(addresses, this::newId);
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "windhover-worker-wire");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    this.presence = new OwnPresence(addresses.pool(), this::transmit, timer);
    this.wire = wiring.to(this);
  }

  private void transmit(Stanza stanza) {
    wire.send(stanza);
  }

  /** Goes with the report of a short task, in one piece; the manager does not wait for it. */
  private void answerSoon(Stanza answer) {
    lateAnswers.add(answer);
    flushIn(TAKEN_MILLIS, answersAreDue);
  }

  private String newId() {
    return "t" + ids.incrementAndGet();
  }

  // What the worker says.

  @Override
  public void send(ToManager message) {
    if (message instanceof ToManager.Report report) {
      answers.answered(report.ref(), null);
      reports.add(report);
    } else if (message instanceof ToManager.Cleaned cleaned) {
      reports.add(cleaned);
    } else if (message instanceof ToManager.Checkpointed checkpointed) {
      reports.add(checkpointed);
    } else if (message instanceof ToManager.Started started) {
      reports.add(started);
    } else if (message instanceof ToManager.Taken taken) {
      presence.holds(taken.ref());
      answers.answered(taken.ref(), null);
    } else if (message instanceof ToManager.Refused refused) {
      answers.answered(refused.ref(), refused.why());
    } else if (message instanceof ToManager.Join join) {
      join(join.profile(), join.held());
    } else if (message instanceof ToManager.Heartbeat heartbeat) {
      flushNow(); // What it holds was true after all that was said before.
      ping(heartbeat.held());
    } else if (message instanceof ToManager.Slept found) {
      slept = found; // Goes with the heartbeat that follows.
    } else if (message instanceof ToManager.Leave) {
      flushNow();
      presence.leave();
    } else if (message instanceof ToManager.Resized resized) {
      presence.resized(resized.cores(), resized.memoryBytes());
    } else {
      throw new IllegalArgumentException("no way to say " + message);
    }
  }

  private void join(WorkerProfile profile, List<AttemptRef> held) {
    gatheringMillis = Math.min(GATHERING_MILLIS_MAX, profile.cores() / CORES_FOR_A_MILLISECOND);
    presence.join(profile, held);
  }

  private void ping(Held held) {
    String id = newId();
    pingId = id;
    ToManager.Slept said = slept;
    slept = null;
    Xml ping = said == null ? WorkerText.ping(held) : WorkerText.sleptPing(held, said);
    transmit(new Stanza(Stanza.Kind.IQ, "get", id, null, addresses.pool(), List.of(ping)));
  }

  @Override
  public void freeCores(int free) {
    isHungry = free > 0;
    presence.freeCores(free);
  }

  @Override
  public void flush() {
    if (reports.isEmpty()) {
      return;
    }
    if (!reports.isPressing()) {
      flushIn(STARTED_MILLIS, startsAreDue);
      return;
    }
    long sinceMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - flushedAtNanos);
    long gathering = isHungry ? gatheringMillis : GATHERING_MILLIS_MAX;
    if (sinceMillis >= gathering) {
      flushNow();
    } else {
      flushIn(gathering - sinceMillis, reportsAreDue);
    }
  }

  private void flushIn(long waitMillis, AtomicBoolean isDue) {
    if (!isDue.compareAndSet(false, true)) {
      return;
    }
    try {
      var unused =
          timer.schedule(
              () -> {
                isDue.set(false);
                flushNow();
              },
              waitMillis,
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      flushNow();
    }
  }

  private void flushNow() {
    flushedAtNanos = System.nanoTime();
    Stanza answer;
    while ((answer = lateAnswers.poll()) != null) {
      transmit(answer);
    }
    reports.take().forEach(this::transmit);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    wire.close();
  }

  // What arrives.

  @Override
  public void connected() {
    presence.connected(true);
    answers.clear();
    worker.received(new ToWorker.JoinAgain());
    presence.sayIfUnsaid();
  }

  @Override
  public void disconnected(String why) {
    presence.connected(false);
    if (!timer.isShutdown()) {
      manager.disconnected(why);
    }
  }

  @Override
  public void received(Stanza stanza) {
    Jid from = stanza.from();
    if (from == null || !from.domain().equals(addresses.domain())) {
      strangers.answer(stanza).ifPresent(this::transmit);
      return;
    }
    switch (stanza.kind()) {
      case PRESENCE -> managersPresence(stanza, from);
      case MESSAGE -> {}
      case IQ -> {
        switch (stanza.type()) {
          case "set", "get" -> request(stanza, from);
          case "result" -> result(stanza);
          case "error" -> error(stanza);
          default -> {}
        }
      }
    }
  }

  private void managersPresence(Stanza stanza, Jid from) {
    if (stanza.type().equals("error")) {
      manager.refused(stanza);
    } else if (stanza.type().isEmpty() && from.equals(addresses.pool())) {
      welcome(WorkerText.sessionKey(stanza));
    }
  }

  private void welcome(String sessionKey) {
    manager.present();
    worker.received(new ToWorker.Welcome(sessionKey));
  }

  private void request(Stanza stanza, Jid from) {
    try {
      Xml said =
          stanza.payload().stream()
              .findFirst()
              .orElseThrow(() -> new BadStanza("a request has an element in it"));
      if (stanza.isIq("set") && said.is("task", Namespaces.KESTREL_TASK)) {
        Addresses.Target target = addresses.target(from);
        if (!(target instanceof Addresses.Target.Task task)) {
          throw new BadStanza("an order comes from a task's address, such as job_37@.../99");
        }
        orders(stanza, false, List.of(TaskText.toWorker(task.job(), task.task(), said)));
      } else if (stanza.isIq("set") && said.is("tasks", Namespaces.BATCH)) {
        List<ToWorker> messages = new ArrayList<>();
        for (Xml task : said.children()) {
          AttemptRef ref = TaskText.named(task);
          messages.add(TaskText.toWorker(ref.job(), ref.task(), task));
        }
        orders(stanza, true, messages);
      } else if (stanza.isIq("set") && said.is("join", Namespaces.WORKER)) {
        transmit(stanza.result());
        manager.present();
        worker.received(new ToWorker.JoinAgain());
      } else {
        transmit(presence.information(stanza, said));
      }
    } catch (BadStanza e) {
      transmit(stanza.refusal(Condition.BAD_REQUEST, e.getMessage()));
    }
  }

  /** All of a batch was read before any of it is done. */
  private void orders(Stanza stanza, boolean batch, List<ToWorker> messages) {
    List<AttemptRef> orders = new ArrayList<>();
    for (ToWorker message : messages) {
      if (message instanceof ToWorker.Execute execute) {
        orders.add(execute.order().ref());
      }
    }
    answers.await(stanza, batch, orders);
    messages.forEach(worker::received);
  }

  private void result(Stanza stanza) {
    if (stanza.id().equals(pingId)) {
      welcome("");
      return;
    }
    reports.answered(stanza.id()).forEach(this::recorded);
  }

  private void recorded(Reports.Owed owed) {
    AttemptRef ref = owed.ref();
    reports.recorded(ref);
    if (owed.kind() == Reports.Kind.CHECKPOINTED) {
      worker.received(new ToWorker.CheckpointKnown(ref));
      return;
    }
    presence.released(ref);
    worker.received(
        owed.kind() == Reports.Kind.CLEANED
            ? new ToWorker.RoomIsFree(ref)
            : new ToWorker.Acknowledge(ref));
  }

  /** Whether the manager says to a ping or a report that it does not know us. */
  private boolean isUnknown(Stanza error, List<Reports.Owed> refs) {
    return error.condition().equals(Condition.ITEM_NOT_FOUND.element())
        && (error.id().equals(pingId) || !refs.isEmpty());
  }

  private void error(Stanza stanza) {
    List<Reports.Owed> refs = reports.answered(stanza.id());
    if (Absence.isMeantBy(stanza)) {
      manager.absent();
    } else if (isUnknown(stanza, refs)) {
      // A manager that was started anew. The report is kept and said again: it is recorded nowhere.
      worker.received(new ToWorker.JoinAgain());
    } else if (stanza.id().equals(pingId)) {
      manager.refused(stanza);
    } else if (refs.size() > 1) {
      reports.sendAlone(refs);
    } else if (manager.willNeverTake(stanza)) {
      refs.forEach(
          owed -> {
            if (owed.kind() == Reports.Kind.REPORT) {
              manager.lost(owed.ref(), stanza);
            } // A manager of an older version does not keep room for cleanups.
            recorded(owed);
          });
    }
  }
}
