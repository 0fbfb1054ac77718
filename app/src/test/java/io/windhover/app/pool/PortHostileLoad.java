package io.windhover.app.pool;

import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.StanzaClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How long one who behaves waits for answers at a manager's port, first with nobody else there,
 * then beside hostile ones. These are a process of their own with the lowest priority: in life they
 * are on other machines, and take no processor from those who wait. Prints a line of JSON for each.
 *
 * <p>Arguments: port, fingerprint of its certificate, file of a user's token, file of a worker's
 * token for the hostile ones, how many half-open connections, how many frames.
 */
public final class PortHostileLoad {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long BETWEEN_MILLIS = 25; // of one user the manager answers 50 a second
  private static final int DIAL_EVERY = 20;
  private static final int QUIET_ASKS = 400;

  private final String port;
  private final PortTrust trust;
  private final String token;
  private final HttpClient shared;
  private final List<Double> asked = new ArrayList<>();
  private final List<Double> dialled = new ArrayList<>();

  private PortHostileLoad(String port, PortTrust trust, String token) throws Exception {
    this.port = port;
    this.trust = trust;
    this.token = token;
    this.shared = PortDialer.client(trust, PATIENCE);
  }

  public static void main(String[] args) throws Exception {
    var trust = new PortTrust.Pinned(args[1]);
    var load = new PortHostileLoad(args[0], trust, read(args[2]));
    load.askWhile(() -> load.asked.size() < QUIET_ASKS);
    load.clear(); // A machine that runs cold waits for its compiler.
    load.askWhile(() -> load.asked.size() < QUIET_ASKS);
    load.print("quiet");
    load.clear();
    Process hostiles = startHostiles(args);
    load.askWhile(hostiles::isAlive);
    load.print("hostile");
    System.exit(0);
  }

  private static Process startHostiles(String[] args) throws IOException {
    return new ProcessBuilder(
            "nice",
            "-n",
            "19",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            PortHostiles.class.getName(),
            args[0],
            args[1],
            args[3],
            args[4],
            args[5])
        .inheritIO()
        .start();
  }

  private static String read(String file) throws Exception {
    return Files.readString(Path.of(file)).strip();
  }

  private StanzaClient dial(String name) throws Exception {
    var client =
        new StanzaClient(
            new PortDialer(
                new PortDialer.Settings(
                    URI.create("https://127.0.0.1:" + port),
                    name,
                    () -> "Bearer " + token,
                    trust,
                    PATIENCE),
                shared));
    client.connect();
    return client;
  }

  private static void ask(StanzaClient client) throws Exception {
    client.ask(
        new Jid("submit", PortProtocol.DOMAIN, ""),
        "get",
        Xml.of("query", Namespaces.KESTREL_STATUS),
        PATIENCE);
  }

  /** Asks on one connection, and now and then on one that is made for it. */
  private void askWhile(BooleanSupplier goOn) throws Exception {
    try (StanzaClient client = dial("good")) {
      for (int i = 1; goOn.getAsBoolean(); i++) {
        long began = System.nanoTime();
        ask(client);
        asked.add((System.nanoTime() - began) / 1e6);
        if (i % DIAL_EVERY == 0) {
          began = System.nanoTime();
          try (StanzaClient newcomer = dial("new")) {
            ask(newcomer);
          }
          dialled.add((System.nanoTime() - began) / 1e6);
        }
        Thread.sleep(BETWEEN_MILLIS);
      }
    }
  }

  private void clear() {
    asked.clear();
    dialled.clear();
  }

  private void print(String when) {
    System.out.printf(
        "{\"when\":\"%s\",\"asked\":%s,\"dialled\":%s}%n", when, waits(asked), waits(dialled));
  }

  private static String waits(List<Double> millis) {
    List<Double> sorted = new ArrayList<>(millis);
    Collections.sort(sorted);
    return "{\"count\":%d,\"p50\":%.1f,\"p99\":%.1f,\"max\":%.1f}"
        .formatted(sorted.size(), at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
  }

  private static double at(List<Double> sorted, double share) {
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
  }
}
