package io.windhover.wire.xmpp.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A wire to a port of this machine that can be cut, that can go dead without being cut, and that
 * can hold what is said and let it go later, as a network does that is away for a while. What it
 * passes on comes in other pieces than it was said in.
 */
public final class BadWire implements AutoCloseable {
  private final ServerSocket entry;
  private final int to;
  private final List<Socket> sockets = new ArrayList<>();
  private final Object hold = new Object();
  private boolean held;
  private int connections;
  private volatile boolean dead;

  public BadWire(int to) throws IOException {
    this.to = to;
    entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public int port() {
    return entry.getLocalPort();
  }

  /** How many were made so far. */
  public int connections() {
    synchronized (sockets) {
      return connections;
    }
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
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        synchronized (sockets) {
          connections++;
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
        awaitRelease();
        if (!dead) {
          inPieces(buffer, count, out);
        }
      }
    } catch (IOException e) {
      // Cut.
    }
    close(from);
    close(onto);
  }

  /** Many messages may be in one piece, and one message in several. */
  private static void inPieces(byte[] bytes, int count, OutputStream out) throws IOException {
    int first = Math.min(count, 1 + (bytes[0] & 0x3f)); // as good as chance: all of it is encrypted
    out.write(bytes, 0, first);
    out.write(bytes, first, count - first);
  }

  @SuppressWarnings("WaitNotInLoop") // It is.
  private void awaitRelease() throws IOException {
    synchronized (hold) {
      while (held) {
        try {
          hold.wait();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }
  }

  /** From now on nothing passes, and nothing is lost. */
  public void hold() {
    synchronized (hold) {
      held = true;
    }
  }

  /** What was held goes on its way, all at once. */
  public void release() {
    synchronized (hold) {
      held = false;
      hold.notifyAll();
    }
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
    release();
  }
}
