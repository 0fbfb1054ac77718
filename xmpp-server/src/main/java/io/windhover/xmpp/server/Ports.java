package io.windhover.xmpp.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.SplittableRandom;

/** Where clients and the manager's component connect. */
record Ports(int c2s, int component) {
  // Below the range from which systems take the near ends of outgoing connections (32768 and up
  // on Linux): else a client's connection could sit on the port of a server that restarts.
  private static final int LOWEST = 20_000;
  private static final int BEYOND = 32_000;
  private static final int TRIES_MAX = 1_000;
  private static final int CONNECT_MILLIS_MAX = 1_000;

  static Ports choose() throws IOException {
    var random = new SplittableRandom();
    int c2s = free(random, 0);
    return new Ports(c2s, free(random, c2s));
  }

  private static int free(SplittableRandom random, int taken) throws IOException {
    for (int i = 0; i < TRIES_MAX; i++) {
      int port = random.nextInt(LOWEST, BEYOND);
      if (port != taken && isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port between " + LOWEST + " and " + BEYOND);
  }

  static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
  }

  static boolean isFree(int port) throws IOException {
    InetAddress address = loopback();
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true); // connections that are over do not hold it
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  /** Whether both take connections. */
  boolean answer() throws IOException {
    return answers(c2s) && answers(component);
  }

  private static boolean answers(int port) throws IOException {
    InetAddress address = loopback();
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS_MAX);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}
