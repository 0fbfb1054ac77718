package io.windhover.app.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Drives a placement service on this machine: so many clients, each with so many place-and-confirm
 * pairs under way on its one connection, until the given number of pairs or the time is over. One
 * thread, because the service shares the processors with it. Prints one line of names and numbers.
 */
public final class PlaceLoad {
  private final InetSocketAddress address;
  private final int clients;
  private final int depth;
  private final int pairsMax;
  private final long endNanos;
  private final String prefix;

  private final long[] latencyNanos;
  private int begun;
  private int done;
  private int refused;

  private PlaceLoad(int port, int clients, int depth, int pairsMax, int secondsMax, String prefix) {
    this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.clients = clients;
    this.depth = depth;
    this.pairsMax = pairsMax;
    this.endNanos = System.nanoTime() + secondsMax * 1_000_000_000L;
    this.prefix = prefix;
    this.latencyNanos = new long[pairsMax];
  }

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    int clients = Integer.parseInt(args[1]);
    int depth = Integer.parseInt(args[2]);
    int pairs = Integer.parseInt(args[3]);
    int seconds = Integer.parseInt(args[4]);
    new PlaceLoad(port, clients, depth, pairs, seconds, args[5]).run();
  }

  private void run() throws IOException {
    long startNanos = System.nanoTime();
    try (Selector selector = Selector.open()) {
      List<LoadClient> open = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        SocketChannel channel = SocketChannel.open(address);
        channel.configureBlocking(false);
        channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
        var client = new LoadClient(this, channel);
        channel.register(selector, SelectionKey.OP_READ, client);
        open.add(client);
        for (int pair = 0; pair < depth; pair++) {
          client.begin();
        }
        client.write();
      }
      while (done + refused < begun && System.nanoTime() < endNanos) {
        selector.select(1000);
        for (SelectionKey key : selector.selectedKeys()) {
          ((LoadClient) key.attachment()).read();
        }
        selector.selectedKeys().clear();
      }
      for (LoadClient client : open) {
        client.close();
      }
    }
    print((System.nanoTime() - startNanos) / 1e9);
  }

  /** The number of the next pair to begin; -1 when there is none. */
  int next() {
    return begun < pairsMax && System.nanoTime() < endNanos ? begun++ : -1;
  }

  String nameOf(int pair) {
    return prefix + pair;
  }

  void ended(long nanos) {
    latencyNanos[done++] = nanos;
  }

  void refused() {
    refused++;
  }

  private void print(double seconds) {
    Arrays.sort(latencyNanos, 0, done);
    System.out.printf(
        Locale.ROOT,
        "pairs %d refused %d seconds %.2f rate %.0f p50 %.3f p90 %.3f p99 %.3f p999 %.3f max"
            + " %.3f%n",
        done,
        refused,
        seconds,
        done / seconds,
        millis(0.5),
        millis(0.9),
        millis(0.99),
        millis(0.999),
        millis(1));
  }

  private double millis(double share) {
    return done == 0 ? 0 : latencyNanos[(int) Math.min(done - 1, share * done)] / 1e6;
  }
}
