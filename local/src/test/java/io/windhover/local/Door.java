package io.windhover.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for a manager: takes down what every machine says first, and how its line ends. */
final class Door implements AutoCloseable {
  /** A machine that dials this, says its lease and secret, and then says "tick" for ever. */
  static final String DIALS =
      "exec 3<>/dev/tcp/127.0.0.1/${WINDHOVER_JOIN##*:};"
          + " echo \"$WINDHOVER_LEASE $(cat \"$WINDHOVER_JOIN_SECRET_FILE\")\" >&3;";

  /** One line of a machine. */
  static final class Heard {
    final String first;
    final AtomicInteger ticks = new AtomicInteger();
    volatile boolean over;

    Heard(String first) {
      this.first = first;
    }
  }

  final List<Heard> lines = new CopyOnWriteArrayList<>();
  private final ServerSocket socket;

  Door() {
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    daemon(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "door");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket machine = socket.accept();
        daemon(() -> listen(machine));
      }
    } catch (IOException over) {
      // The test is over.
    }
  }

  private void listen(Socket machine) {
    try (var in =
        new BufferedReader(
            new InputStreamReader(machine.getInputStream(), StandardCharsets.UTF_8))) {
      String first = in.readLine();
      if (first != null) {
        Heard heard = new Heard(first);
        lines.add(heard);
        try {
          while (in.readLine() != null) {
            heard.ticks.incrementAndGet();
          }
        } finally {
          heard.over = true;
        }
      }
    } catch (IOException over) {
      // Cut.
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
