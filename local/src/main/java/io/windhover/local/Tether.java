package io.windhover.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The way of one machine to its manager. A frozen process keeps its connections: the kernel answers
 * for it, and the manager would never notice. So a machine dials this, which passes on what both
 * say while the machine is up; while it boots or is frozen nothing is passed on and nothing closed;
 * and when it thaws, all that was open before is cut.
 */
final class Tether implements AutoCloseable {
  private static final int DIAL_MILLIS_MAX = 10_000;
  private static final int BACKLOG = 50;
  private static final int PIECE_BYTES = 1 << 16;

  private final Supplier<InetSocketAddress> manager;
  private final ServerSocket door;
  private final Set<Socket> open = new HashSet<>();
  private boolean passes;
  private boolean closed;

  /**
   * Makes a way on which nothing passes yet.
   *
   * @param manager where it is now; asked at each dial
   */
  Tether(Supplier<InetSocketAddress> manager) throws IOException {
    this.manager = manager;
    this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tether");
    thread.setDaemon(true);
    thread.start();
  }

  /** From now on nothing is passed on. */
  synchronized void silence() {
    passes = false;
  }

  /** Cuts what was open; from now on all is passed on. */
  void thaw() {
    cut();
    pass();
  }

  /** From now on all is passed on, also what waited. */
  synchronized void pass() {
    passes = true;
    notifyAll();
  }

  private synchronized void awaitPassing() throws IOException {
    try {
      while (!passes && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private synchronized void cut() {
    open.forEach(Tether::close);
    open.clear();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // That is what was wanted.
    }
  }

  private synchronized boolean keep(Socket socket) {
    if (closed) {
      close(socket);
    } else {
      open.add(socket);
    }
    return !closed;
  }

  private synchronized void drop(Socket one, Socket other) {
    close(one);
    close(other);
    open.remove(one);
    open.remove(other);
  }

  private void accept() {
    try {
      while (true) {
        Socket machine = door.accept();
        if (keep(machine)) {
          daemon(() -> connect(machine));
        }
      }
    } catch (IOException over) {
      // The machine has ended.
    }
  }

  private void connect(Socket machine) {
    Socket there = new Socket();
    try {
      awaitPassing();
      there.connect(manager.get(), DIAL_MILLIS_MAX);
      machine.setTcpNoDelay(true);
      there.setTcpNoDelay(true);
      if (keep(there)) {
        daemon(() -> pump(machine, there));
        pump(there, machine);
      }
    } catch (IOException notThere) {
      drop(machine, there); // A worker tries again.
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] piece = new byte[PIECE_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        awaitPassing();
        out.write(piece, 0, count);
      }
      awaitPassing(); // That one end has closed is news, too.
    } catch (IOException over) {
      // Closed at one end, or cut.
    } finally {
      drop(from, to);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    cut();
    try {
      door.close();
    } catch (IOException gone) {
      // That is what was wanted.
    }
  }
}
