package io.windhover.xmpp.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Where clients and the manager's component connect. */
record Ports(int c2s, int component) {
  private static final int CONNECT_MILLIS_MAX = 1_000;

  static Ports choose() throws IOException {
    int c2s = LoopbackPorts.choose();
    return new Ports(c2s, LoopbackPorts.chooseBut(c2s));
  }

  /** Whether both take connections. */
  boolean answer() throws IOException {
    return answers(c2s) && answers(component);
  }

  private static boolean answers(int port) throws IOException {
    InetAddress address = LoopbackPorts.address();
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS_MAX);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}
