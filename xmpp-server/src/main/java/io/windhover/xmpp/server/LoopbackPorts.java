package io.windhover.xmpp.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;

/** Ports of 127.0.0.1 for servers of our own, which keep them over restarts. */
public final class LoopbackPorts {
  // Below the range from which systems take the near ends of outgoing connections (32768 and up
  // on Linux): else a client's connection could sit on the port of a server that restarts.
  private static final int LOWEST = 20_000;
  private static final int BEYOND = 32_000;
  private static final int TRIES_MAX = 1_000;

  private LoopbackPorts() {}

  /** A port that nobody listens at now. */
  public static int choose() throws IOException {
    return chooseBut(0);
  }

  /** The same for a second one, which is not to be the first. */
  static int chooseBut(int taken) throws IOException {
    var random = new SplittableRandom();
    for (int i = 0; i < TRIES_MAX; i++) {
      int port = random.nextInt(LOWEST, BEYOND);
      if (port != taken && isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port between " + LOWEST + " and " + BEYOND);
  }

  /**
   * Makes sure that a server can listen at a port.
   *
   * @throws IOException that says so when another program has it
   */
  public static void requireFree(int port) throws IOException {
    if (!isFree(port)) {
      throw new IOException("another program has port " + port + " of 127.0.0.1");
    }
  }

  private static boolean isFree(int port) throws IOException {
    InetAddress address = address();
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true); // connections that are over do not hold it
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  static InetAddress address() throws IOException {
    return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
  }
}
