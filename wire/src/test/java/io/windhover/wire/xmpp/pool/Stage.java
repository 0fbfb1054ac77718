package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A manager's end on a way of stanzas. The manager itself is the test: it sees all that is handed
 * over, and says what it wants to.
 */
final class Stage implements AutoCloseable {
  /** The manager's domain, as it is called at its port, so that stories are told alike. */
  static final String MANAGER = "manager";

  private static final int PATIENCE_MILLIS = 30_000;

  /** What the manager was told: a message, or that somebody is gone or away. */
  record Told(String worker, Optional<ToManager> message, String event) {}

  final StanzaManagerLink link;
  private final Way way;
  private final Way.End end;
  final List<Stanza> atTheDesk = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();
  private int connections;
  private String lastWhy = "";

  private final class Manager implements ManagerLink.Receiver {
    @Override
    public void received(String worker, ToManager message) {
      tell(new Told(worker, Optional.of(message), ""));
    }

    @Override
    public void gone(String worker) {
      tell(new Told(worker, Optional.empty(), "gone"));
    }

    @Override
    public void away(String worker) {
      tell(new Told(worker, Optional.empty(), "away"));
    }
  }

  private final class RecordingDesk implements Desk {
    @Override
    public boolean received(Stanza stanza) {
      synchronized (Stage.this) {
        atTheDesk.add(stanza);
        Stage.this.notifyAll();
      }
      return stanza.in("kestrel:status").isPresent();
    }

    @Override
    public void connected() {
      synchronized (Stage.this) {
        connections++;
        Stage.this.notifyAll();
      }
    }

    @Override
    public void disconnected(String why) {
      synchronized (Stage.this) {
        lastWhy = why;
        Stage.this.notifyAll();
      }
    }
  }

  Stage(Way way, Predicate<Jid> mayWork) {
    this(way, PoolSettings.of(MANAGER, mayWork).withPings(300));
  }

  Stage(Way way, PoolSettings settings) {
    this.way = way;
    this.end = way.open();
    link = new StanzaManagerLink(settings, end.link(), new Manager(), new RecordingDesk());
    end.start(link);
    connected(1);
  }

  RawClient login(String account, String resource) throws IOException {
    return way.login(account, resource);
  }

  private synchronized void tell(Told one) {
    told.add(one);
    notifyAll();
  }

  synchronized int connections() {
    return connections;
  }

  synchronized void disconnected(String why) {
    await(() -> lastWhy.contains(why), "a disconnection because of " + why + ", not " + lastWhy);
  }

  /** Waits until we have been connected so often. */
  synchronized void connected(int times) {
    await(() -> connections >= times, "to be connected, but: " + lastWhy);
  }

  /** The next thing this worker's manager is told; it must be a message of this kind. */
  <T extends ToManager> T told(RawClient worker, Class<T> kind) {
    Told next = next(worker.address().toString());
    if (next.message.isPresent() && kind.isInstance(next.message.get())) {
      return kind.cast(next.message.get());
    }
    throw new AssertionError("expected " + kind.getSimpleName() + ", was told " + next);
  }

  String toldEvent(String worker) {
    return next(worker).event;
  }

  synchronized Told next(String worker) {
    List<Told> found = new ArrayList<>();
    await(
        () -> {
          for (Iterator<Told> all = told.iterator(); all.hasNext() && found.isEmpty(); ) {
            Told one = all.next();
            if (one.worker.equals(worker)) {
              all.remove();
              found.add(one);
            }
          }
          return !found.isEmpty();
        },
        "something of " + worker);
    return found.get(0);
  }

  synchronized List<Told> allTold() {
    return List.copyOf(told);
  }

  synchronized Stanza atTheDesk(Predicate<Stanza> wanted) {
    await(() -> atTheDesk.stream().anyMatch(wanted), "a stanza at the desk");
    return atTheDesk.stream().filter(wanted).findFirst().orElseThrow();
  }

  @SuppressWarnings("WaitNotInLoop") // It is.
  private void await(java.util.function.BooleanSupplier condition, String what) {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    try {
      while (!condition.getAsBoolean()) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
        if (leftMillis <= 0) {
          throw new AssertionError("waited in vain for " + what + "; told: " + told);
        }
        wait(leftMillis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  void send(RawClient worker, ToWorker message) {
    link.send(worker.address().toString(), message);
  }

  static Order order(AttemptRef ref, String command) {
    var env = new TreeMap<String, String>();
    env.put("MODE", "fast & \"loose\"\n");
    return new Order(ref, "sweep", "point", ref.task(), "/data", command, "", env, 1, 0, 0, 0);
  }

  @Override
  public void close() {
    link.close();
    end.close();
  }
}
