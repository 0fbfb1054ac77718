package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.component.ComponentStream;
import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Measures whole tasks over the wire: ordered, taken, reported, acknowledged. To be run by hand,
 * with the kind of server, workers, cores of each, tasks in all, and batch or single.
 */
public final class LinkThroughput {
  /** Orders the next task wherever one has ended. */
  private static final class Orders implements ManagerLink.Receiver {
    final AtomicInteger next = new AtomicInteger();
    final CountDownLatch joined;
    final CountDownLatch done;
    final int tasks;
    volatile @Nullable StanzaManagerLink link;

    Orders(int workers, int tasks) {
      this.joined = new CountDownLatch(workers);
      this.done = new CountDownLatch(tasks);
      this.tasks = tasks;
    }

    @Override
    public void received(String worker, ToManager message) {
      StanzaManagerLink to = link;
      if (message instanceof ToManager.Join) {
        joined.countDown();
      } else if (message instanceof ToManager.Report report && to != null) {
        to.send(worker, new ToWorker.Acknowledge(report.ref()));
        done.countDown();
        order(to, worker);
      }
    }

    void order(StanzaManagerLink to, String worker) {
      int task = next.getAndIncrement();
      if (task < tasks) {
        var ref = new AttemptRef(1, task, 1);
        to.send(worker, new ToWorker.Execute(Stage.order(ref, "./simulate.sh --seed " + task)));
      }
    }

    @Override
    public void gone(String worker) {
      throw new IllegalStateException(worker + " is gone");
    }
  }

  private LinkThroughput() {}

  public static void main(String[] args) throws Exception {
    ServerKind kind = ServerKind.parse(args[0]).orElseThrow();
    int workers = Integer.parseInt(args[1]);
    int cores = Integer.parseInt(args[2]);
    int tasks = Integer.parseInt(args[3]);
    boolean batch = args[4].equals("batch");
    Path folder = Files.createTempDirectory("link-throughput");
    try (PrivateServer server = PrivateServer.prepare(kind, folder, Stage.MANAGER)) {
      server.start();
      measure(server, workers, cores, tasks, batch);
    }
  }

  private static void measure(
      PrivateServer server, int workers, int cores, int tasks, boolean batch) throws Exception {
    var orders = new Orders(workers, tasks);
    List<RawClient> clients = new ArrayList<>();
    try (var stream = new ComponentStream(ServerWay.settings(server, server.componentPort()));
        var link =
            new StanzaManagerLink(
                PoolSettings.of(Stage.MANAGER, address -> true), stream, orders, stanza -> false)) {
      orders.link = link;
      stream.start(link);
      stream.firstConnection().get(30, TimeUnit.SECONDS);
      Xml features =
          Worker.features(
              batch ? List.of("kestrel:tasks", "windhover:batch") : List.of("kestrel:tasks"),
              List.of("Linux"));
      for (int i = 0; i < workers; i++) {
        clients.add(worker(server, i, cores, features));
      }
      if (!orders.joined.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("not all have joined");
      }
      long fromNanos = System.nanoTime();
      double ownBefore = cpuSeconds(ProcessHandle.current().pid());
      double serverBefore = cpuSeconds(server.pid());
      for (int core = 0; core < cores; core++) {
        clients.forEach(client -> orders.order(link, client.address().toString()));
      }
      boolean all = orders.done.await(240, TimeUnit.SECONDS);
      double seconds = (System.nanoTime() - fromNanos) / 1e9;
      System.out.printf(
          "%s: %d workers of %d cores, %s: %d tasks in %.1f s, %.0f a second%n",
          all ? "all done" : "NOT ALL DONE",
          workers,
          cores,
          batch ? "batches" : "one by one",
          tasks - orders.done.getCount(),
          seconds,
          (tasks - orders.done.getCount()) / seconds);
      System.out.printf(
          "processor time a task: both ends %.0f us, server %.0f us%n",
          (cpuSeconds(ProcessHandle.current().pid()) - ownBefore) / tasks * 1e6,
          (cpuSeconds(server.pid()) - serverBefore) / tasks * 1e6);
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  /** What the machine's other users take does not count. */
  private static double cpuSeconds(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(used -> used.toMillis() / 1e3)
        .orElse(0.0);
  }

  private static RawClient worker(PrivateServer server, int number, int cores, Xml features)
      throws IOException {
    String account = "worker-" + number;
    String password = Files.readString(server.account(account)).strip();
    RawClient client = RawClient.login(server.c2sPort(), "localhost", account, password, "vm");
    client.listen(
        stanza -> {
          try {
            answer(client, stanza, features);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (BadStanza e) {
            throw new IllegalStateException(e);
          }
        });
    client.say(
        Worker.presence(
            "s", "cores='%d' free='%d' memory='8000'".formatted(cores, cores), "", features));
    return client;
  }

  private static void answer(RawClient client, Stanza stanza, Xml features)
      throws IOException, BadStanza {
    if (stanza.isIq("get") && stanza.in(Namespaces.DISCO_INFO).isPresent()) {
      String node = stanza.payload().get(0).attribute("node");
      client.say(Worker.toServer(stanza.result(features.with("node", node))));
    } else if (stanza.isIq("set")) {
      client.say(Worker.toServer(stanza.result()));
      Xml said = stanza.payload().get(0);
      boolean batch = said.is("tasks", Namespaces.BATCH);
      List<Xml> reports = new ArrayList<>();
      for (Xml task : batch ? said.children() : List.of(said)) {
        AttemptRef ref =
            batch
                ? TaskText.named(task)
                : new AttemptRef(1, Integer.parseInt(from(stanza).resource()), 1);
        var report = new ToManager.Report(ref, new Ending.Exited(0), 12_300, "last line");
        reports.add(batch ? TaskText.inBatch(ref, TaskText.write(report)) : TaskText.write(report));
      }
      Xml payload = batch ? TaskText.batch(reports) : reports.get(0);
      client.say(
          new Stanza(
              Stanza.Kind.IQ, "set", stanza.id() + "r", null, from(stanza), List.of(payload)));
    }
  }

  private static Jid from(Stanza stanza) {
    Jid from = stanza.from();
    if (from == null) {
      throw new IllegalStateException("from nobody: " + stanza);
    }
    return from;
  }
}
