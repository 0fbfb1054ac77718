package io.windhover.app.bench.pool;

import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * As {@link PoolLoad}, at a manager's own port: thousands of workers that are only WebSockets, all
 * of one account. Prints a line of JSON a second and stops by itself.
 *
 * <p>Arguments: port, fingerprint of its certificate, file of a token, how many workers, cores of
 * each, seconds.
 */
public final class PortLoad {
  private static final int DIALS_AT_ONCE = 16;
  private static final int TICK_MILLIS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<Connected> workers = new CopyOnWriteArrayList<>();
  private final AtomicInteger lost = new AtomicInteger();

  /** One worker; it is used by the socket's thread and by the one that ticks. */
  private static final class Connected {
    private final LoadWorker worker;
    private volatile StanzaStream stream;

    Connected(int cores, String session) {
      this.worker = new LoadWorker(PortProtocol.DOMAIN, cores, session, this::send);
    }

    private void send(Stanza stanza) {
      stream.send(stanza);
    }

    synchronized void received(Stanza stanza) {
      try {
        worker.received(stanza);
      } catch (BadStanza e) {
        throw new IllegalStateException(e);
      }
    }

    synchronized void tick(long nowNanos) {
      worker.tick(nowNanos);
    }
  }

  private PortLoad() {}

  public static void main(String[] args) throws Exception {
    var trust = new PortTrust.Pinned(args[1]);
    String token = Files.readString(Path.of(args[2])).strip();
    HttpClient client = PortDialer.client(trust, PATIENCE);
    int count = Integer.parseInt(args[3]);
    int cores = Integer.parseInt(args[4]);
    int seconds = Integer.parseInt(args[5]);
    var load = new PortLoad();
    ExecutorService dials = Executors.newFixedThreadPool(DIALS_AT_ONCE);
    for (int i = 0; i < count; i++) {
      String name = "load-" + i;
      var dialer =
          new PortDialer(
              new PortDialer.Settings(
                  URI.create("https://127.0.0.1:" + args[0]),
                  name,
                  () -> "Bearer " + token,
                  trust,
                  PATIENCE),
              client);
      dials.execute(() -> load.dial(dialer, cores, "s" + System.nanoTime() + name));
    }
    load.run(seconds);
    System.exit(0);
  }

  private void dial(PortDialer dialer, int cores, String session) {
    var connected = new Connected(cores, session);
    try {
      connected.stream = dialer.dial(connected::received);
      var unused = connected.stream.over().thenRun(lost::incrementAndGet);
      workers.add(connected);
    } catch (PoolFailure e) {
      lost.incrementAndGet();
      System.err.println(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(int seconds) throws IOException, InterruptedException {
    long beganNanos = System.nanoTime();
    long untilNanos = beganNanos + seconds * 1_000_000_000L;
    long printAtNanos = beganNanos;
    while (System.nanoTime() < untilNanos) {
      Thread.sleep(TICK_MILLIS);
      long nowNanos = System.nanoTime();
      workers.forEach(worker -> worker.tick(nowNanos));
      if (nowNanos >= printAtNanos) {
        printAtNanos += 1_000_000_000L;
        print(nowNanos - beganNanos);
      }
    }
  }

  private void print(long sinceNanos) {
    long joined = workers.stream().filter(one -> one.worker.joined).count();
    long done = workers.stream().mapToLong(one -> one.worker.done).sum();
    long refused = workers.stream().mapToLong(one -> one.worker.refused).sum();
    long reports = workers.stream().mapToLong(one -> one.worker.acknowledged).sum();
    System.out.printf(
        "{\"seconds\":%.1f,\"connected\":%d,\"joined\":%d,"
            + "\"lost\":%d,\"done\":%d,\"refused\":%d,\"reports\":%d}%n",
        sinceNanos / 1e9, workers.size(), joined, lost.get(), done, refused, reports);
    System.out.flush();
  }
}
