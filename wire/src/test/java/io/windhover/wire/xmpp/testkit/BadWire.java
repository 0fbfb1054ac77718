package io.windhover.wire.xmpp.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A wire to a port of this machine that can be cut, and that can go dead without being cut. */
public final class BadWire implements AutoCloseable {
  private final ServerSocket entry;
  private final int to;
  private final List<Socket> sockets = new ArrayList<>();
  private volatile boolean dead;

  public BadWire(int to) throws IOException {
    this.to = to;
    entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public int port() {
    return entry.getLocalPort();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "bad-wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket near = entry.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
        synchronized (sockets) {
          sockets.add(near);
          sockets.add(far);
        }
        start(() -> pass(near, far));
        start(() -> pass(far, near));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pass(Socket from, Socket onto) {
    byte[] buffer = new byte[8_192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = onto.getOutputStream();
      int count;
      while ((count = in.read(buffer)) >= 0) {
        if (!dead) {
          out.write(buffer, 0, count);
        }
      }
    } catch (IOException e) {
      // Cut.
    }
    close(from);
    close(onto);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed enough.
    }
  }

  /** Ends all connections; new ones can be made. */
  public void cut() {
    synchronized (sockets) {
      sockets.forEach(BadWire::close);
      sockets.clear();
    }
  }

  /** From now on nothing passes, and nobody is told. */
  public void goDead() {
    dead = true;
  }

  public void revive() {
    dead = false;
  }

  @Override
  public void close() throws IOException {
    entry.close();
    cut();
  }
}
