package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.Namespaces.BATCH;
import static io.windhover.wire.xmpp.Namespaces.DISCO_INFO;
import static io.windhover.wire.xmpp.Namespaces.DISCO_ITEMS;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASK;
import static io.windhover.wire.xmpp.Namespaces.PING;

import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Carefully;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The manager's end of the wire over XMPP, as docs/wire.md describes it. A worker's name is its
 * full address, and a worker can only speak for itself: what counts is the sender that the server
 * vouches for. Nothing is kept for those who may not work.
 */
public final class StanzaManagerLink implements ManagerLink, StanzaLink.Receiver {
  /** Errors that a server sends in the place of somebody who is not there. */
  private static final Set<String> UNREACHABLE =
      Set.of(
          "service-unavailable",
          "recipient-unavailable",
          "gone",
          "remote-server-not-found",
          "remote-server-timeout");

  private static final long LOOK_MILLIS = 1_000;

  private final Hub hub;
  private final Desk desk;
  private final AboutUs aboutUs;
  private final Joining joining;
  private final Dispatch dispatch;
  private final Reports reports;
  private final Thread dispatcher;
  private final ScheduledExecutorService scheduler;

  /**
   * Begins to work; the stream is the caller's to start with this as its receiver, and to close.
   */
  public StanzaManagerLink(
      PoolSettings settings, StanzaLink stream, ManagerLink.Receiver manager, Desk desk) {
    this.hub = new Hub(settings, stream, manager);
    this.desk = desk;
    this.aboutUs = new AboutUs(hub.addresses);
    this.joining = new Joining(hub);
    this.dispatch = new Dispatch(hub);
    this.reports = new Reports(hub);
    this.dispatcher = daemon(dispatch::run, "xmpp-dispatch");
    dispatcher.start();
    this.scheduler =
        Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "xmpp-pool-timer"));
    every(LOOK_MILLIS, dispatch::scheduleAll);
    every(LOOK_MILLIS, joining::forgetSilent);
    every(settings.pingMillis(), this::pingThoseWhoDoNot);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private void every(long millis, Runnable task) {
    var unused =
        scheduler.scheduleAtFixedRate(
            () -> Carefully.run(task), millis, millis, TimeUnit.MILLISECONDS);
  }

  // From the manager.

  @Override
  public void send(String worker, ToWorker message) {
    Optional<Peer> known = hub.peer(worker);
    if (known.isEmpty()) {
      if (message instanceof ToWorker.JoinAgain) {
        Jid.parse(worker).ifPresent(joining::again);
      }
      return;
    }
    Peer peer = known.get();
    if (message instanceof ToWorker.Acknowledge acknowledge) {
      reports.recorded(peer, acknowledge.ref());
    } else if (message instanceof ToWorker.RoomIsFree free) {
      reports.recorded(peer, free.ref());
    } else if (message instanceof ToWorker.CheckpointKnown checkpoint) {
      reports.checkpointRecorded(peer, checkpoint.ref());
    } else if (message instanceof ToWorker.Welcome welcome) {
      joining.welcome(peer, welcome.sessionKey());
    } else if (message instanceof ToWorker.JoinAgain) {
      joining.again(peer);
    } else {
      dispatch.send(peer, message);
    }
  }

  // From the stream.

  @Override
  public void connected() {
    desk.connected();
    joining.connected();
  }

  @Override
  public void disconnected(String why) {
    desk.disconnected(why);
  }

  @Override
  public void tooLarge(Stanza head) {
    if (isRequest(head)) {
      hub.send(head.refusal(Condition.POLICY_VIOLATION, "the stanza is too large"));
    }
  }

  @Override
  public void received(Stanza stanza) {
    Jid from = stanza.from();
    Jid to = stanza.to();
    if (from == null || to == null || from.domain().equals(hub.settings.domain())) {
      return; // Nobody to answer, or we ourselves.
    }
    try {
      Target target = hub.addresses.target(to);
      switch (stanza.kind()) {
        case IQ -> iq(from, target, stanza);
        case PRESENCE -> presence(from, target, stanza);
        case MESSAGE -> {
          if (!stanza.type().equals("error") && !(target instanceof Target.Nobody)) {
            desk.received(stanza);
          }
        }
      }
    } catch (BadStanza e) {
      if (!stanza.type().equals("error") && !stanza.type().equals("result")) {
        hub.send(stanza.refusal(Condition.BAD_REQUEST, e.getMessage()));
      }
    }
  }

  private static boolean isRequest(Stanza stanza) {
    return stanza.isIq("get") || stanza.isIq("set");
  }

  private void presence(Jid from, Target target, Stanza presence) throws BadStanza {
    if (presence.type().equals("error")) {
      return;
    }
    if (target instanceof Target.Pool && joining.presence(from, presence)) {
      return;
    }
    if (!(target instanceof Target.Nobody)) {
      desk.received(presence);
    }
  }

  private void iq(Jid from, Target target, Stanza iq) throws BadStanza {
    if (!isRequest(iq)) {
      if (iq.isIq("result") || iq.isIq("error")) {
        hub.peer(from.toString()).ifPresent(peer -> answered(peer, iq));
        return;
      }
      throw new BadStanza("the type of an iq is get, set, result or error");
    }
    if (iq.payload().size() != 1) {
      throw new BadStanza("an iq of type get or set holds one element");
    }
    Xml payload = iq.payload().get(0);
    if (target instanceof Target.Nobody) {
      hub.send(iq.refusal(Condition.ITEM_NOT_FOUND, "there is no " + iq.to()));
      return;
    }
    switch (payload.namespace()) {
      case PING -> ping(from, target, iq);
      case DISCO_INFO, DISCO_ITEMS ->
          aboutUs
              .answer(target, iq, payload)
              .ifPresentOrElse(hub::send, () -> atTheDesk(iq, payload));
      case KESTREL_TASK, BATCH -> task(from, target, iq, payload);
      default -> atTheDesk(iq, payload);
    }
  }

  private void atTheDesk(Stanza iq, Xml payload) {
    if (!desk.received(iq)) {
      hub.send(
          iq.refusal(
              Condition.SERVICE_UNAVAILABLE,
              "%s of %s is not understood here".formatted(payload.name(), payload.namespace())));
    }
  }

  // Workers.

  private void task(Jid from, Target target, Stanza iq, Xml payload) throws BadStanza {
    Optional<Peer> known = hub.peer(from.toString()).filter(StanzaManagerLink::hasJoined);
    if (known.isEmpty()) {
      hub.send(
          hub.mayWork(from)
              ? iq.refusal(Condition.ITEM_NOT_FOUND, "you are not known: join")
              : iq.refusal(Condition.FORBIDDEN, from.bare() + " may not work here"));
    } else if (!iq.isIq("set")) {
      throw new BadStanza("what is said about a task is an iq of type set");
    } else if (target instanceof Target.Task task && payload.is("task", KESTREL_TASK)) {
      reports.one(known.get(), task, iq, payload);
    } else if (target instanceof Target.Pool && payload.is("tasks", BATCH)) {
      reports.batch(known.get(), iq, payload);
    } else {
      throw new BadStanza("task goes to job_37@.../99, tasks go to pool@...");
    }
  }

  private static boolean hasJoined(Peer peer) {
    synchronized (peer) {
      return peer.joined && !peer.over;
    }
  }

  private void ping(Jid from, Target target, Stanza ping) throws BadStanza {
    if (!(target instanceof Target.Pool)) {
      hub.send(ping.result());
      return;
    }
    List<ToManager> said = new ArrayList<>();
    WorkerText.slept(ping.payload().get(0)).ifPresent(said::add);
    said.add(new ToManager.Heartbeat(WorkerText.held(ping.payload().get(0))));
    Optional<Peer> known = hub.peer(from.toString()).filter(StanzaManagerLink::hasJoined);
    if (!hub.mayWork(from)) {
      hub.send(ping.refusal(Condition.FORBIDDEN, from.bare() + " may not work here"));
      known.ifPresent(hub::gone);
    } else if (known.isEmpty()) {
      hub.send(ping.refusal(Condition.ITEM_NOT_FOUND, "you are not known: join"));
    } else {
      Peer peer = known.get();
      synchronized (peer) {
        peer.pinged(ping);
      }
      hub.tell(peer, said);
    }
  }

  private void answered(Peer peer, Stanza answer) {
    Awaited awaited;
    boolean confirmed;
    synchronized (peer) {
      awaited = peer.over ? null : peer.awaited.remove(answer.id());
      confirmed = peer.confirmed;
    }
    boolean unreachable = answer.isIq("error") && UNREACHABLE.contains(answer.condition());
    if (awaited instanceof Awaited.Features) {
      joining.features(peer, answer);
    } else if (awaited instanceof Awaited.Offers) {
      joining.offers(peer, answer);
    } else if (awaited instanceof Awaited.Orders orders) {
      dispatch.answered(peer, orders, answer);
      if (unreachable) {
        hub.lost(peer);
      }
    } else if (awaited instanceof Awaited.Join && unreachable) {
      hub.lost(peer);
    } else if (awaited instanceof Awaited.Ping && (confirmed || !unreachable)) {
      // Whoever does not know pings answers with the same error as a server for who is not there.
      hub.tell(peer, List.of(new ToManager.Heartbeat()));
    }
  }

  private void pingThoseWhoDoNot() {
    for (Peer peer : hub.peers()) {
      synchronized (peer) {
        if (peer.joined && peer.isKestrels()) {
          Xml ping = Xml.of("ping", PING);
          String id = hub.newId();
          peer.awaited.put(id, new Awaited.Ping());
          hub.send(Stanza.iq("get", id, hub.addresses.pool(), peer.address, ping));
        }
      }
    }
  }

  /** Sends nothing more. */
  @Override
  public void close() {
    scheduler.shutdownNow();
    dispatcher.interrupt();
    try {
      dispatcher.join(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
