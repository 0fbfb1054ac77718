package io.windhover.app.bench.pool;

import io.windhover.wire.xmpp.BadStanza;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Thousands of workers that are only connections, on one thread, on loopback. Prints a line of JSON
 * a second and stops by itself.
 *
 * <p>Arguments: c2s port, domain, manager's domain, a file with a line "account password" for each
 * worker, how many of them, cores of each, seconds.
 */
public final class PoolLoad {
  private static final int LOGINS_AT_ONCE = 200;
  private static final int TICK_MILLIS = 20;

  private final LoadSettings settings;
  private final List<String> accounts;
  private final List<LoadConnection> connections = new ArrayList<>();
  private final byte[] buffer = new byte[256 * 1024];
  private final Selector selector;
  private final long beganNanos = System.nanoTime();
  private int lost;

  private PoolLoad(LoadSettings settings, List<String> accounts) throws IOException {
    this.settings = settings;
    this.accounts = accounts;
    this.selector = Selector.open();
  }

  public static void main(String[] args) throws IOException, BadStanza {
    var settings =
        new LoadSettings(
            "127.0.0.1",
            Integer.parseInt(args[0]),
            args[1],
            args[2],
            Integer.parseInt(args[4]),
            Integer.parseInt(args[5]),
            LOGINS_AT_ONCE,
            Integer.parseInt(args[6]));
    List<String> accounts = Files.readAllLines(Path.of(args[3]));
    new PoolLoad(settings, accounts).run();
  }

  private void run() throws IOException, BadStanza {
    long untilNanos = beganNanos + settings.seconds() * 1_000_000_000L;
    long printAtNanos = beganNanos;
    long tickAtNanos = beganNanos;
    while (System.nanoTime() < untilNanos) {
      selector.select(TICK_MILLIS);
      serve();
      long nowNanos = System.nanoTime();
      if (nowNanos >= tickAtNanos) {
        tickAtNanos = nowNanos + TICK_MILLIS * 1_000_000L;
        connectMore();
        for (LoadConnection connection : connections) {
          if (connection.ready) {
            connection.worker().tick(nowNanos);
          }
        }
      }
      if (nowNanos >= printAtNanos) {
        printAtNanos += 1_000_000_000L;
        print(nowNanos);
      }
    }
  }

  private void connectMore() throws IOException {
    long busy = connections.stream().filter(connection -> !connection.ready).count();
    while (connections.size() < settings.count() && busy < settings.loginsAtOnce()) {
      String[] account = accounts.get(connections.size()).split(" ", 2);
      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.connect(new InetSocketAddress(settings.host(), settings.port()));
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      String session = "s" + beganNanos + "-" + connections.size();
      var connection = new LoadConnection(key, settings, account[0], account[1], session);
      key.attach(connection);
      connections.add(connection);
      busy++;
    }
  }

  private void serve() throws BadStanza {
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      SelectionKey key = ready.next();
      ready.remove();
      LoadConnection connection = (LoadConnection) key.attachment();
      try {
        serve(key, connection);
      } catch (IOException e) {
        lose(key);
      }
    }
  }

  private void serve(SelectionKey key, LoadConnection connection) throws IOException, BadStanza {
    if (key.isConnectable()) {
      ((SocketChannel) key.channel()).finishConnect();
      key.interestOps(SelectionKey.OP_READ);
      connection.connected();
    }
    if (key.isReadable() && !connection.read(buffer)) {
      lose(key);
      return;
    }
    if (key.isValid() && key.isWritable()) {
      connection.flush();
    }
  }

  private void lose(SelectionKey key) {
    lost++;
    key.cancel();
    try {
      key.channel().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void print(long nowNanos) {
    long joined = connections.stream().filter(c -> c.worker().joined).count();
    long done = connections.stream().mapToLong(c -> c.worker().done).sum();
    long refused = connections.stream().mapToLong(c -> c.worker().refused).sum();
    System.out.printf(
        "{\"seconds\":%.1f,\"connected\":%d,\"joined\":%d,"
            + "\"lost\":%d,\"done\":%d,\"refused\":%d}%n",
        (nowNanos - beganNanos) / 1e9, connections.size(), joined, lost, done, refused);
    System.out.flush();
  }
}
